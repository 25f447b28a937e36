import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { selfSigned } from '@millwatch/lab/app/certificate'
import { PreparedFolder } from '@millwatch/lab/database/data-folders'
import { createEmptyDatabase } from '@millwatch/lab/database/database'
import { freePort } from '@millwatch/lab/product/free-port'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clusterFolderOf } from './platform/db/embedded/embedded.ts'
import { readPostmasterFile } from './platform/db/embedded/leftovers.ts'
import { serverProcessesOn, signal } from './platform/db/embedded/processes.ts'
import { watchDisk } from './watch-disk.testing.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
const commandLine = fileURLToPath(new URL('./cli.ts', import.meta.url))

/** A start takes two seconds; on a machine with other work it may take many times as long. */
const START_WITHIN_MS = 100_000
const STOP_WITHIN_MS = 5_000

let top: string
let folder: string
let port: number
let settings: Record<string, string>
const running: Run[] = []
/** The folder as the first test left it: the tests after it need not make a database again. */
const prepared = new PreparedFolder()

afterAll(() => prepared.remove())

interface Run {
  readonly child: ChildProcess
  readonly pid: number
  output: string
  readonly ended: Promise<number | null>
}

vi.setConfig({ testTimeout: 3 * START_WITHIN_MS })

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-main-'))
  chmodSync(top, 0o711)
  folder = join(top, 'data')
  prepared.copyTo(folder)
  port = await freePort()
  settings = { MILLWATCH_DATA: folder, PORT: String(port), MQTT_PORT: String(await freePort()) }
})

afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
  await expect.poll(servers, { timeout: 15_000 }).toEqual([])
  rmSync(top, { recursive: true, force: true, maxRetries: 50, retryDelay: 50 })
})

const servers = () => serverProcessesOn(clusterFolderOf(folder))

function run(script: string, args: string[], more: Record<string, string> = {}): Run {
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [script, ...args], { env: { ...environment, ...settings, ...more } })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const started: Run = { child, pid: child.pid!, output: '', ended }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      started.output += data
    })
  }
  running.push(started)
  return started
}

const start = (more?: Record<string, string>) => run(program, ['--empty'], more)

async function health(at = port): Promise<number> {
  try {
    return (await fetch(`http://127.0.0.1:${at}/health`)).status
  } catch {
    return 0
  }
}

/**
 * Ends when everything can be served, or when the process has ended, which its output explains. Returns the statuses seen
 * until then.
 */
async function up(server = running.at(-1)!): Promise<ReadonlySet<number>> {
  const { child } = server
  const seen = new Set<number>()
  await expect
    .poll(async () => child.exitCode !== null || seen.add(await health()).has(200), {
      timeout: START_WITHIN_MS,
      interval: 20,
    })
    .toBe(true)
  expect(await health(), server.output).toBe(200)
  return seen
}

it('starts, answers 503 until it serves, says where it is, and stops on SIGTERM within 5 s with nothing left running', async () => {
  const server = start()
  const seen = await up()
  expect([...seen], 'until everything can be served').toContain(503)
  await expect.poll(() => server.output).toContain('Ctrl-C')
  expect(server.output).toContain(`http://127.0.0.1:${port}`)
  expect(server.output).toContain(`mqtt://127.0.0.1:${settings.MQTT_PORT}`)
  let stopMs = await stopped(server)
  prepared.keep(folder)
  // Other work on the same processors and disk slows a stop, so the quickest of three counts.
  for (let stop = 1; stop < 3 && stopMs >= STOP_WITHIN_MS; stop++) {
    const again = start()
    await up()
    stopMs = Math.min(stopMs, await stopped(again))
  }
  expect(stopMs).toBeLessThan(STOP_WITHIN_MS)
})

/** Stops a server with SIGTERM; returns how long that took (ms), without the waits of other writes to the same disk. */
async function stopped(server: Run): Promise<number> {
  const disk = watchDisk(top)
  const began = performance.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(servers()).toEqual([])
  const stopMs = performance.now() - began
  return stopMs - (await disk.stop())
}

it('a Ctrl-C in the middle of the start leaves nothing running either', async () => {
  const server = start()
  await expect.poll(() => servers().length, { timeout: START_WITHIN_MS, interval: 5 }).toBeGreaterThan(0)
  server.child.kill('SIGINT')
  await server.ended
  expect(servers()).toEqual([])
})

it('starts the database again however it ends, answers 503 meanwhile, and keeps others from its folder', async () => {
  const server = start()
  await up()
  const otherPorts = { PORT: String(await freePort()), MQTT_PORT: String(await freePort()) }
  for (const second of [start(), start(otherPorts)]) {
    expect(await second.ended).toBe(1)
    expect(second.output).toContain(`process ${server.pid}`)
  }
  // Fast shutdown, immediate shutdown, kill.
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const before = readPostmasterFile(clusterFolderOf(folder))!.pid
    signal(before, name)
    await expect.poll(() => health(), { interval: 5, timeout: START_WITHIN_MS }).toBe(503)
    await up(server)
    expect(readPostmasterFile(clusterFolderOf(folder))!.pid).not.toBe(before)
    expect(server.child.exitCode).toBeNull()
  }
})

it('comes up by itself after a kill -9 of all its processes, and ends with the npm that started it', async () => {
  const first = start()
  await up()
  for (const pid of [first.pid, ...servers()]) signal(pid, 'SIGKILL')
  await first.ended
  const asNpm = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([program, '--empty'])},
    { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`
  const npm = run('-e', [asNpm])
  await up()
  npm.child.kill('SIGKILL')
  await npm.ended
  await expect.poll(() => health(), { timeout: 5_000 }).toBe(0)
  await expect.poll(servers, { timeout: 10_000 }).toEqual([])
})

it('two on one database start at the same time, and one goes on when the other stops', async () => {
  const database = await createEmptyDatabase()
  const ports = [await freePort(), await freePort()]
  const mqttPorts = [await freePort(), await freePort()]
  const servers = ports.map((each, index) =>
    start({ DATABASE_URL: database.url, PORT: String(each), MQTT_PORT: String(mqttPorts[index]) }),
  )
  const healths = () => Promise.all(ports.map((each) => health(each)))
  await expect.poll(healths, { timeout: START_WITHIN_MS }).toEqual([200, 200])
  servers[0]!.child.kill('SIGTERM')
  expect(await servers[0]!.ended).toBe(0)
  expect(await healths()).toEqual([0, 200])
  servers[1]!.child.kill('SIGTERM')
  await servers[1]!.ended
  await database.drop()
})

describe('the certificate of TLS_CERT', () => {
  /** Starts with a certificate that is good until this second, as `20990101000000Z`; returns the lines of the start that warn. */
  async function warnings(until: string): Promise<string[]> {
    const pair = selfSigned('localhost', until)
    const [TLS_CERT, TLS_KEY] = [join(top, 'cert.pem'), join(top, 'key.pem')]
    writeFileSync(TLS_CERT, pair.cert)
    writeFileSync(TLS_KEY, pair.key, { mode: 0o600 })
    const server = start({ TLS_CERT, TLS_KEY, MQTTS_PORT: String(await freePort()) })
    await expect
      .poll(() => server.child.exitCode !== null || server.output.includes('Ctrl-C'), { timeout: START_WITHIN_MS })
      .toBe(true)
    expect(server.child.exitCode, server.output).toBeNull()
    await stopped(server)
    return server.output.split('\n').filter((line) => line.startsWith('Warning: The certificate'))
  }

  it('that has expired is named by a line of the start, which goes on', async () => {
    expect(await warnings('20240501120000Z')).toEqual([
      'Warning: The certificate of TLS_CERT expired on 2024-05-01: browsers and devices refuse it. Renew it.',
    ])
  })

  it('that is good for years is no line of the start', async () => {
    expect(await warnings('20990101000000Z')).toEqual([])
  })
})

it('says what is wrong with HOST', async () => {
  const server = start({ HOST: '203.0.113.7' })
  expect(await server.ended).toBe(1)
  expect(server.output).toContain('HOST is no address of this machine')
})

it.each(['PORT', 'MQTT_PORT'])('says which setting to change when the port of %s is taken', async (name) => {
  const holder = createServer()
  await new Promise<void>((listening) => holder.listen(Number(settings[name]), '127.0.0.1', listening))
  const server = start()
  expect(await server.ended).toBe(1)
  expect(server.output).toContain(`Set ${name}`)
  expect(server.output).not.toContain('    at ')
  expect(servers()).toEqual([])
  await new Promise((closed) => holder.close(closed))
})

it('prints a code by which an empty installation is set up, another one each time, until there is a company', async () => {
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/v0/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const check = async (code: string) => (await post('setup/check', { code })).status
  const codeOf = async (server: Run) => {
    await expect.poll(() => server.output, { timeout: START_WITHIN_MS }).toContain('Ctrl-C stops it')
    return /with the code (\S+)/.exec(server.output)?.[1] ?? ''
  }
  const stop = (server: Run) => {
    server.child.kill('SIGTERM')
    return server.ended
  }
  const create = async (name: string) => {
    const command = run(commandLine, ['company', 'create', name, '--admin', `${name}@plant.example`])
    expect(await command.ended).toBe(0)
    return /once: (\S+)/.exec(command.output)![1]!
  }
  const first = start()
  const code = await codeOf(first)
  expect(await check(code)).toBe(200)
  await stop(first)
  const second = start()
  const another = await codeOf(second)
  expect([await check(code), await check(another)]).toEqual([400, 200])
  // The command works while the server runs, and while it does not.
  const passwords: Record<string, string> = { Ash: await create('Ash') }
  expect(await check(another)).toBe(404)
  await stop(second)
  passwords.Birch = await create('Birch')
  expect(await codeOf(start())).toBe('')
  for (const [name, password] of Object.entries(passwords)) {
    const answer = await post('sessions', { username: `${name}@PLANT.example`, password })
    expect(await answer.json()).toMatchObject({ user: { company_name: name, is_superuser: true } })
  }
})

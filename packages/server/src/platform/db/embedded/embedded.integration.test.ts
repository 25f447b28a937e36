import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PreparedFolder } from '@millwatch/lab/database/data-folders'
import { embeddedHost } from '@millwatch/lab/database/embedded-host-path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../logger.ts'
import { withOwner } from '../connection.ts'
import { findBinaries } from './binaries.ts'
import { type EmbeddedDatabase, runningUrl, startEmbedded } from './embedded.ts'
import { takeInstanceLock, tryInstanceLock } from './instance-lock.ts'
import { readPostmasterFile } from './leftovers.ts'
import { isAlive, serverProcessesOn, signal } from './processes.ts'

let top: string
let folder: string
let cluster: string
const hosts: ChildProcess[] = []
const started: EmbeddedDatabase[] = []
/** A folder with a new database: tests begin on a copy of it, but those that are about making one. */
const prepared = new PreparedFolder()

beforeAll(async () => {
  makeFolder()
  await (await start()).stop()
  prepared.keep(folder)
  await removeFolder()
})
afterAll(() => prepared.remove())

beforeEach(makeFolder)
afterEach(removeFolder)

function makeFolder(): void {
  top = mkdtempSync(join(tmpdir(), 'millwatch-embedded-'))
  chmodSync(top, 0o711)
  folder = join(top, 'data')
  cluster = join(folder, 'postgres')
}

/** Begins on a folder with a database that was stopped. */
const beginPrepared = () => prepared.copyTo(folder)

async function removeFolder(): Promise<void> {
  for (const host of hosts.splice(0)) host.kill('SIGKILL')
  await Promise.all(started.splice(0).map((database) => database.stop()))
  for (const pid of serverProcessesOn(cluster)) signal(pid, 'SIGKILL')
  rmSync(top, { recursive: true, force: true, maxRetries: 50, retryDelay: 50 })
}

/** Starts the database in this process, as `main` does. */
async function start(at = folder): Promise<EmbeddedDatabase> {
  const lock = await takeInstanceLock(at)
  const database = await startEmbedded({ folder: at, logger: silentLogger })
  const { stop } = database
  const registered = {
    ...database,
    async stop() {
      await stop()
      lock.release()
    },
  }
  started.push(registered)
  return registered
}

interface Host {
  readonly process: ChildProcess
  readonly pid: number
  readonly url: string
}

/** Starts the database in a process of its own, which can be killed. */
async function startHost(): Promise<Host> {
  const child = spawn(process.execPath, [embeddedHost, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  hosts.push(child)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  child.stderr.on('data', (data) => {
    output += data
  })
  child.stdout.on('data', (data) => resolve(String(data).trim()))
  child.on('exit', () => reject(new Error(output)))
  return { process: child, pid: child.pid!, url: await promise }
}

const note = (url: string, word: string) =>
  withOwner(url, async (client) => {
    await client.query('create table if not exists note (word text)')
    await client.query('insert into note values ($1)', [word])
  })

const notes = (url: string) =>
  withOwner(url, async (client) =>
    (await client.query<{ word: string }>('select word from note order by word')).rows.map((row) => row.word),
  )

const gone = (pids: number[]) => expect.poll(() => pids.filter(isAlive), { timeout: 15_000 }).toEqual([])
const nothingRuns = () => expect.poll(() => serverProcessesOn(cluster), { timeout: 15_000 }).toEqual([])

describe('the embedded database', () => {
  it('starts, stops with nothing left running, and starts again with its data', async () => {
    beginPrepared()
    const first = await start()
    await note(first.url, 'kept')
    expect(serverProcessesOn(cluster).length).toBeGreaterThan(3)
    await first.stop()
    expect(serverProcessesOn(cluster)).toEqual([])
    const second = await start()
    expect(await notes(second.url)).toEqual(['kept'])
  })

  it('waits for the disk before it says that something is stored', async () => {
    beginPrepared()
    const { url } = await start()
    const shown = await withOwner(url, async (client) => {
      const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums']
      const { rows } = await client.query(
        'select current_setting(name) as value from unnest($1::text[]) with ordinality as t (name, at) order by at',
        [names],
      )
      return rows.map((row) => row.value)
    })
    expect(shown).toEqual(['on', 'on', 'on', '', 'on'])
  })

  it('sorts by code point and knows Unicode, wherever it runs', async () => {
    beginPrepared()
    const { url } = await start()
    const rows = await withOwner(
      url,
      async (client) =>
        (
          await client.query(
            `select datlocprovider, datlocale, upper('é') as upper from pg_database where datname = current_database()`,
          )
        ).rows,
    )
    expect(rows).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8', upper: 'É' }])
  })

  it('keeps its secret and its socket to its owner, and makes another secret for another folder', async () => {
    const { url } = await start()
    const password = join(cluster, 'millwatch-password')
    expect([cluster, password, join(folder, 'run')].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0])
    expect(statSync(join(folder, 'logs', 'postgres.log')).mode & 0o077).toBe(0)
    const wrong = url.replace(readFileSync(password, 'utf8'), 'guess')
    await expect(notes(wrong)).rejects.toThrow('password authentication failed')
    const other = await start(join(top, 'other'))
    expect(readFileSync(join(top, 'other', 'postgres', 'millwatch-password'), 'utf8')).not.toBe(
      readFileSync(password, 'utf8'),
    )
    await other.stop()
  })

  it('works under a path that is too long for a socket', async () => {
    folder = join(top, 'x'.repeat(110), 'data')
    cluster = join(folder, 'postgres')
    mkdirSync(dirname(folder))
    beginPrepared()
    const first = await start()
    await note(first.url, 'far away')
    const { socketFolder } = readPostmasterFile(cluster)!
    expect(socketFolder.startsWith(folder)).toBe(false)
    await first.whileStopped(async () => undefined)
    expect(await notes(runningUrl(folder)!)).toEqual(['far away'])
    await first.stop()
    expect(existsSync(socketFolder)).toBe(false)
  })
})

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  const nobody = 65_534

  /** Returns false if this project lies under a folder that only root may enter. */
  function mayNobodyRunIt(): boolean {
    const { postgres } = findBinaries()
    return spawnSync(postgres, ['--version'], { uid: nobody, gid: nobody, cwd: '/', stdio: 'ignore' }).status === 0
  }

  it('runs as nobody where others may enter, and in a namespace of its own where only root may', async () => {
    const ownerInTheOpen = mayNobodyRunIt() ? nobody : 0
    beginPrepared()
    const open = await start()
    await note(open.url, 'first')
    expect(statSync(cluster).uid).toBe(ownerInTheOpen)
    await open.stop()
    chmodSync(top, 0o700)
    const closed = await start()
    await note(closed.url, 'second')
    expect(statSync(cluster).uid).toBe(0)
    await closed.stop()
    chmodSync(top, 0o711)
    const openAgain = await start()
    expect(await notes(openAgain.url)).toEqual(['first', 'second'])
    expect(statSync(join(cluster, 'base')).uid).toBe(ownerInTheOpen)
  })
})

describe('after a kill -9', () => {
  beforeEach(({ task }) => {
    if (!task.name.startsWith('in the middle of making')) beginPrepared()
  })

  it('of the server, it is started again with everything that was committed', async () => {
    const { url } = await start()
    await note(url, 'before')
    for (const pid of serverProcessesOn(cluster)) signal(pid, 'SIGKILL')
    await expect.poll(() => notes(url).catch(() => []), { timeout: 15_000 }).toEqual(['before'])
  })

  it('of one of its children, it goes on', async () => {
    const { url } = await start()
    await note(url, 'before')
    const { pid } = readPostmasterFile(cluster)!
    signal(serverProcessesOn(cluster).find((each) => each !== pid)!, 'SIGKILL')
    await expect.poll(() => notes(url).catch(() => []), { timeout: 15_000 }).toEqual(['before'])
    expect(readPostmasterFile(cluster)?.pid).toBe(pid)
  })

  it('of Millwatch, the database stops by itself', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    host.process.kill('SIGKILL')
    await nothingRuns()
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of Millwatch, the next start does not wait for that', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    host.process.kill('SIGKILL')
    await gone([host.pid])
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of all at once, the next start comes up', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    const all = [host.pid, ...serverProcessesOn(cluster)]
    for (const pid of all) signal(pid, 'SIGKILL')
    await gone(all)
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of all but the server, the next start stops it first', async () => {
    const host = await startHost()
    await note(host.url, 'before')
    const orphan = readPostmasterFile(cluster)!.pid
    // The watcher is not a child of the server: its parent is the process that adopts orphans, but its group is the
    // server's.
    for (const pid of [...watchersOf(orphan), host.pid]) signal(pid, 'SIGKILL')
    await gone([host.pid])
    expect(isAlive(orphan)).toBe(true)
    const again = await start()
    expect(isAlive(orphan)).toBe(false)
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('of the server only, leaving children, the next start clears them away', async () => {
    const first = await startHost()
    await note(first.url, 'before')
    const { pid } = readPostmasterFile(cluster)!
    const children = serverProcessesOn(cluster).filter((each) => each !== pid)
    // Stopped children cannot notice that their parent ended, and keep its shared memory.
    for (const child of children) signal(child, 'SIGSTOP')
    for (const each of [first.pid, pid]) signal(each, 'SIGKILL')
    await gone([first.pid, pid])
    const again = await start()
    expect(children.filter(isAlive)).toEqual([])
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('in the middle of making the database, the next start makes it anew', async () => {
    const child = spawn(process.execPath, [embeddedHost, folder], { stdio: 'ignore' })
    hosts.push(child)
    const unfinished = () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('unfinished')) : []
    await expect
      .poll(() => unfinished().some((name) => existsSync(join(folder, name, 'base'))), { interval: 2, timeout: 15_000 })
      .toBe(true)
    child.kill('SIGKILL')
    await gone([child.pid!])
    expect(existsSync(cluster)).toBe(false)
    const again = await start()
    await note(again.url, 'fresh')
    expect(unfinished()).toEqual([])
  })
})

/** Returns processes in the group of `pid` that do not belong to the server. */
function watchersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[2] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)
}

describe('files that an earlier run left behind', () => {
  beforeEach(beginPrepared)

  it('do not stop the start, though another process has the number in them', async () => {
    const first = await start()
    await note(first.url, 'before')
    await first.stop()
    const stale = `${process.pid}\n${cluster}\n1700000000\n5432\n${join(folder, 'run')}\n\n 5432001 0\nready   \n`
    writeFileSync(join(cluster, 'postmaster.pid'), stale)
    writeFileSync(join(folder, 'run', '.s.PGSQL.5432.lock'), stale)
    writeFileSync(join(folder, 'run', '.s.PGSQL.5432'), '')
    const again = await start()
    expect(await notes(again.url)).toEqual(['before'])
  })

  it('do not stop the start when they are empty or nonsense', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(cluster, 'postmaster.pid'), '')
    writeFileSync(join(folder, 'run', '.s.PGSQL.5432.lock'), 'what?')
    writeFileSync(join(folder, 'millwatch.pid'), '999999999\n')
    await start()
  })
})

describe('a folder that cannot be used', () => {
  it('is not emptied when it holds something else', async () => {
    await takeInstanceLock(folder)
    mkdirSync(cluster)
    writeFileSync(join(cluster, 'precious'), 'x')
    await expect(startEmbedded({ folder, logger: silentLogger })).rejects.toThrow('holds no database')
    expect(existsSync(join(cluster, 'precious'))).toBe(true)
  })

  it('of another PostgreSQL is refused in words', async () => {
    beginPrepared()
    const first = await start()
    await first.stop()
    writeFileSync(join(cluster, 'PG_VERSION'), '14\n')
    await expect(startEmbedded({ folder, logger: silentLogger })).rejects.toThrow('PostgreSQL 14')
  })
})

describe('a folder that cannot be written', () => {
  it('because its disk is full is refused with what to do', async () => {
    mkdirSync(folder, { recursive: true })
    symlinkSync('/dev/full', join(folder, 'millwatch.pid'))
    await expect(takeInstanceLock(folder)).rejects.toThrow(
      `The data folder ${folder} cannot be used: its disk is full. Make room there, or choose a folder on another disk, then start again`,
    )
    rmSync(join(folder, 'millwatch.pid'))
    const lock = await takeInstanceLock(folder)
    lock.release()
  })

  it('because its files are not to be written is refused with what to do', async () => {
    // The file cannot be opened for writing, whoever runs the test.
    mkdirSync(join(folder, 'millwatch.lock'), { recursive: true })
    await expect(takeInstanceLock(folder)).rejects.toThrow('its files cannot be opened for writing')
  })
})

describe('two on one folder', () => {
  beforeEach(beginPrepared)

  it('the second says who has it and exits', async () => {
    const host = await startHost()
    await expect(startHost()).rejects.toThrow(`process ${host.pid}`)
    expect(hosts.at(-1)?.exitCode).toBe(1)
    await note(host.url, 'undisturbed')
  })

  it('the second leaves the first alone when somebody removed the lock file', async () => {
    const host = await startHost()
    rmSync(join(folder, 'millwatch.lock'))
    expect(tryInstanceLock(folder)).toBeUndefined()
    rmSync(join(folder, 'millwatch.lock'), { force: true })
    await expect(startHost()).rejects.toThrow(`process ${host.pid}`)
    await note(host.url, 'undisturbed')
  })

  it('the lock of a new folder is with its database too', async () => {
    rmSync(folder, { recursive: true })
    const first = await start()
    rmSync(join(folder, 'millwatch.lock'))
    expect(tryInstanceLock(folder)).toBeUndefined()
    await first.stop()
    tryInstanceLock(folder)?.release()
  })

  it('the lock goes with the process, however it ends', async () => {
    const host = await startHost()
    expect(tryInstanceLock(folder)).toBeUndefined()
    host.process.kill('SIGKILL')
    await gone([host.pid])
    const lock = await takeInstanceLock(folder)
    lock.release()
  })
})

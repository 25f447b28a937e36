// A data folder per test, with the embedded database in this process or in one of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PreparedFolder } from '@millwatch/lab/database/data-folders'
import { embeddedHost } from '@millwatch/lab/database/embedded-host-path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { silentLogger } from '../../logger.ts'
import { withOwner } from '../connection.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { isAlive, serverProcessesOn, signal, waitForEnd } from './processes.ts'

/** The database in a process of its own, which can be killed. */
export interface Host {
  readonly process: ChildProcess
  readonly pid: number
  readonly url: string
}

/** The paths of the running test: `folder` of the data in `top`, `cluster` of PostgreSQL in `folder`. */
export const paths = { top: '', folder: '', cluster: '' }
/** Processes of the running test, in the order of their start. */
export const hosts: ChildProcess[] = []
const started: EmbeddedDatabase[] = []
/** A folder with a new database: tests begin on a copy of it, but those that are about making one. */
const prepared = new PreparedFolder()

/** Makes the paths before each test of the file, and ends and removes all afterwards. */
export function keepDataFolders(): void {
  beforeAll(async () => {
    makeFolder()
    await (await start()).stop()
    // A server that had to be killed leaves processes for a moment, and they may remove files during the copy.
    await waitForEnd(serverProcessesOn(paths.cluster), 15_000)
    prepared.keep(paths.folder)
    await removeFolder()
  })
  afterAll(() => prepared.remove())
  beforeEach(makeFolder)
  afterEach(removeFolder)
}

function makeFolder(): void {
  paths.top = mkdtempSync(join(tmpdir(), 'millwatch-embedded-'))
  chmodSync(paths.top, 0o711)
  paths.folder = join(paths.top, 'data')
  paths.cluster = join(paths.folder, 'postgres')
}

async function removeFolder(): Promise<void> {
  for (const host of hosts.splice(0)) host.kill('SIGKILL')
  await Promise.all(started.splice(0).map((database) => database.stop()))
  for (const pid of serverProcessesOn(paths.cluster)) signal(pid, 'SIGKILL')
  rmSync(paths.top, { recursive: true, force: true, maxRetries: 50, retryDelay: 50 })
}

/** Begins on a folder with a database that was stopped. */
export const beginPrepared = (): void => prepared.copyTo(paths.folder)

/** Starts the database in this process, as `main` does. */
export async function start(at = paths.folder): Promise<EmbeddedDatabase> {
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

/** Starts the database in a process of its own, which can be killed. */
export async function startHost(): Promise<Host> {
  const child = spawn(process.execPath, [embeddedHost, paths.folder], { stdio: ['ignore', 'pipe', 'pipe'] })
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

/** Stores a word. */
export const note = (url: string, word: string) =>
  withOwner(url, async (client) => {
    await client.query('create table if not exists note (word text)')
    await client.query('insert into note values ($1)', [word])
  })

/** Returns the stored words in alphabetical order. */
export const notes = (url: string) =>
  withOwner(url, async (client) =>
    (await client.query<{ word: string }>('select word from note order by word')).rows.map((row) => row.word),
  )

/** Waits until none of the processes is alive. */
export const gone = (pids: number[]) => expect.poll(() => pids.filter(isAlive), { timeout: 15_000 }).toEqual([])
/** Waits until no process of PostgreSQL uses the cluster. */
export const nothingRuns = () => expect.poll(() => serverProcessesOn(paths.cluster), { timeout: 15_000 }).toEqual([])

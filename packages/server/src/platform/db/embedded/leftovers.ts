import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../../logger.ts'
import { serverProcessesOn, signal, waitForEnd } from './processes.ts'

const fastStopMs = 10_000
const immediateStopMs = 3_000
const lastStopMs = 2_000
/** Time (ms) for the child processes of a dead server to end by themselves, before they are killed. */
const childrenEndMs = 500

export interface PostmasterFile {
  readonly pid: number
  readonly socketFolder: string
  readonly ready: boolean
}

/**
 * Reads `postmaster.pid`, in which a server describes itself in its data folder. Undefined if the file is missing or has no
 * process id. The process may be dead.
 */
export function readPostmasterFile(dataFolder: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

async function stopServer(pid: number, logger: Logger): Promise<void> {
  logger.warn({ pid }, 'Stopping a database process that an earlier run left behind')
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', lastStopMs],
  ]
  for (const [name, withinMs] of steps) {
    signal(pid, name)
    if (await waitForEnd([pid], withinMs)) return
  }
}

async function stopChildren(dataFolder: string): Promise<void> {
  const pids = serverProcessesOn(dataFolder)
  if (await waitForEnd(pids, childrenEndMs)) return
  for (const pid of pids) signal(pid, 'SIGKILL')
  await waitForEnd(pids, lastStopMs)
}

/**
 * Prepares the database folder for a new server: stops a server that still runs on it (up to 15 s) and its orphaned children (up
 * to 2.5 s), and removes lock files and the socket. Does nothing if the folder does not exist. The caller must hold the lock of
 * the data folder.
 */
export async function clearLeftovers(dataFolder: string, socketFolder: string, logger: Logger): Promise<void> {
  if (!existsSync(dataFolder)) return
  const file = readPostmasterFile(dataFolder)
  if (file && serverProcessesOn(dataFolder).includes(file.pid)) await stopServer(file.pid, logger)
  await stopChildren(dataFolder)
  const stale = [
    join(dataFolder, 'postmaster.pid'),
    join(socketFolder, '.s.PGSQL.5432'),
    join(socketFolder, '.s.PGSQL.5432.lock'),
  ]
  for (const path of stale) rmSync(path, { force: true })
}

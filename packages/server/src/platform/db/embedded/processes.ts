import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Returns true for a dead process whose parent has not collected it; the first process of a container may never do so. False on
 * systems other than Linux, and if the process does not exist.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''))
  } catch {
    return false
  }
}

/** Returns true if a process with this id runs, also one of another user; false for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Sends a signal to a process; does nothing if that fails, for example because the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended meanwhile.
  }
}

/**
 * Waits until none of the processes is alive and returns true, at once for an empty list. Returns false if one is still alive
 * after `withinMs` ms.
 */
export async function waitForEnd(pids: readonly number[], withinMs: number): Promise<boolean> {
  const stepMs = 20
  for (let waitedMs = 0; pids.some(isAlive); waitedMs += stepMs) {
    if (waitedMs >= withinMs) return false
    await delay(stepMs)
  }
  return true
}

/**
 * Returns the text `millwatch-<digest>` that each server process of a data folder has on its command line (as `cluster_name`). A
 * foreign process that got the number of a dead server does not have it.
 */
export function markOf(dataFolder: string): string {
  return `millwatch-${createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 16)}`
}

interface Process {
  readonly pid: number
  readonly command: string
}

function processesOfLinux(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }
      } catch {
        return { pid: Number(name), command: '' }
      }
    })
}

function processesByPs(): Process[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [, pid = '', command = ''] = /^\s*(\d+)\s(.*)$/.exec(line) ?? []
    return { pid: Number(pid), command }
  })
}

const allProcesses = () => (process.platform === 'linux' ? processesOfLinux() : processesByPs())

/**
 * Returns the ids of all processes whose command line begins with `program` and contains `path`. A path in the command line that
 * only begins with `path` is found too.
 */
export function processesNaming(program: string, path: string): number[] {
  return allProcesses()
    .filter(({ command }) => command.startsWith(program) && command.includes(path))
    .map(({ pid }) => pid)
}

/** Returns the ids of all PostgreSQL server processes on the folder, including children whose parent was killed. */
export function serverProcessesOn(dataFolder: string): number[] {
  const mark = markOf(dataFolder)
  return allProcesses()
    .filter(({ command }) => command.includes(mark) && /^(\S*\/postgres |postgres: )/.test(command))
    .map(({ pid }) => pid)
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A signal to a process (a group: its negative number) that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone.
  }
}

/** The processes whose parent is `pid`. */
export function childrenOf(pid: number): number[] {
  return parents()
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child)
}

function parents(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)])
}

/** Field 4 of `/proc/PID/stat`; the second, in brackets, may hold anything. */
function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1])
  } catch {
    return -1
  }
}

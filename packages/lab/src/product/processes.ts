import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Sends a signal to a process, or to a process group if the id is negative. Errors are ignored, since the process may have ended
 * already.
 */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended.
  }
}

/** Returns the ids of the processes whose parent is `pid`; empty if there is none. */
export function childrenOf(pid: number): number[] {
  return parents()
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child)
}

/** Returns the ids of the processes, except this one, whose command line contains `path`. Works on Linux only. */
export const processesNaming = (path: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => commandOf(pid).includes(path))

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
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

/**
 * Returns the id of the parent of a process, field 4 of `/proc/PID/stat`; -1 if the process has ended. The second field, in
 * brackets, may contain any characters.
 */
function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1])
  } catch {
    return -1
  }
}

/**
 * Returns the resident memory of a process in bytes; NaN if the system gives none. Throws an error if the process does not exist.
 */
export function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return Number(ps(pid, 'rss=')) * 1024
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) * 1024
}

/**
 * Returns the sum of the CPU times of processes and, on Linux, of their ended children, in ms. A process that has ended adds 0.
 */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)
}

/** Unit of the CPU times in `/proc` in ms: a hundredth of a second. */
const TICK_MS = 10

function cpuMsOf(pid: number): number {
  try {
    if (process.platform !== 'linux') return clockMs(ps(pid, 'time='))
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ').map(Number)
    // Fields 14 to 17 of the whole line: CPU time of the process and of its children, each as user and as system.
    return [11, 12, 13, 14].reduce((sum, i) => sum + (fields[i] ?? 0), 0) * TICK_MS
  } catch {
    return 0
  }
}

const ps = (pid: number, field: string): string =>
  execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim()

/**
 * Returns a CPU time in ms from the text that `ps` prints: minutes, seconds and hundredths, after optional hours. A part with
 * days is not supported.
 */
const clockMs = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000

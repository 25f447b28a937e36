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

/** The memory of a process that is in the machine's memory, in bytes. */
export function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return Number(ps(pid, 'rss=')) * 1024
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) * 1024
}

/** The time that processes, and children of theirs that have ended, spent on processors; of those that are gone nothing. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)
}

/** The kernel counts in hundredths of a second wherever it is asked through `/proc`. */
const TICK_MS = 10

function cpuMsOf(pid: number): number {
  try {
    if (process.platform !== 'linux') return clockMs(ps(pid, 'time='))
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ').map(Number)
    // Fields 14 to 17 of the whole line: of its own and of its children, as user and as system.
    return [11, 12, 13, 14].reduce((sum, i) => sum + (fields[i] ?? 0), 0) * TICK_MS
  } catch {
    return 0
  }
}

const ps = (pid: number, field: string): string =>
  execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim()

/** As `ps` writes it: minutes, seconds and hundredths, perhaps hours before them. */
const clockMs = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000

import { readFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { childrenOf, residentBytes } from '@millwatch/lab/product/processes'
import type { Product } from '@millwatch/lab/product/product'
import { growthOf, type MemorySample } from '../../bench/lib/footprint.ts'

const MB = 1e6

/** Sample of the memory of a process, with the id of the process. */
export interface LifeSample extends MemorySample {
  readonly pid: number
}

/**
 * Memory of a server or database over a piece of the run, in MB. The slope is that of its process with the most samples in the
 * piece.
 */
export interface MemoryFigures {
  readonly mostMb: number
  readonly lastMb: number
  /** Slope, in MB per hour, of a straight line through the samples of the second half of the life of that process. */
  readonly slopeMbPerH: number
  /** Length of that second half in minutes. */
  readonly overMin: number
}

/** Returns the figures of samples, rounded to one decimal. Undefined if no process has at least four samples. */
export function memoryFigures(samples: readonly LifeSample[]): MemoryFigures | undefined {
  const lives = [...Map.groupBy(samples, ({ pid }) => pid).values()]
  const longest = lives.reduce((most, life) => (life.length > most.length ? life : most), [] as LifeSample[])
  if (longest.length < 4) return undefined
  const half = longest.slice(Math.floor(longest.length / 2))
  const overMs = (half.at(-1)?.atMs ?? 0) - (half[0]?.atMs ?? 0)
  return {
    mostMb: round(Math.max(...samples.map(({ mb }) => mb))),
    lastMb: round(samples.at(-1)?.mb ?? 0),
    slopeMbPerH: round((growthOf(longest) / overMs) * HOUR_MS),
    overMin: round(overMs / MINUTE_MS),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Samples of the memory of a server, and of all processes of its database together, at regular intervals until `stop`. */
export class SoakMemory {
  readonly server: LifeSample[] = []
  readonly database: LifeSample[] = []
  readonly #timer: NodeJS.Timeout

  constructor(product: Product, everyMs: number) {
    const began = performance.now()
    this.#timer = setInterval(() => {
      const atMs = performance.now() - began
      const { pid, postmaster, isRunning } = product
      if (pid !== undefined && isRunning) add(this.server, atMs, pid, [pid])
      if (postmaster !== undefined) add(this.database, atMs, postmaster, [postmaster, ...childrenOf(postmaster)])
    }, everyMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Adds a sample with the sum of the memory of some processes in MB. Adds none if that is 0, while the processes are ending. */
function add(samples: LifeSample[], atMs: number, pid: number, pids: readonly number[]): void {
  const mb = pids.reduce((sum, each) => sum + bytesOf(each), 0) / MB
  if (mb > 0) samples.push({ atMs, pid, mb })
}

/**
 * Returns the memory of a process in bytes, with its proportional share of memory that it shares with others (Linux only); 0 if
 * it has ended.
 */
function bytesOf(pid: number): number {
  try {
    if (process.platform !== 'linux') return residentBytes(pid)
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024
  } catch {
    return 0
  }
}

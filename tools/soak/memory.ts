import { readFileSync } from 'node:fs'
import { childrenOf, residentBytes } from '@millwatch/lab/product/processes'
import type { Product } from '@millwatch/lab/product/product'
import { growthOf, type MemorySample } from '../../bench/lib/footprint.ts'

const HOUR_MS = 3_600_000
const MB = 1e6

/** A sample, and the process that it is of. */
export interface LifeSample extends MemorySample {
  readonly pid: number
}

/** Memory of a server or database over a piece of the run. Growth is of its process that lived longest in the piece. */
export interface MemoryFigures {
  readonly mostMb: number
  readonly lastMb: number
  /** Slope of a straight line through the samples of the last half of that life. */
  readonly slopeMbPerH: number
  /** Length of that half, minutes. */
  readonly overMin: number
}

/** Returns the figures of samples; undefined for fewer than four of one process. */
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
    overMin: round(overMs / 60_000),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Samples the memory of a server and of all processes of its database over time. */
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

/** Adds a sample; none while the main process is ending. */
function add(samples: LifeSample[], atMs: number, pid: number, pids: readonly number[]): void {
  const mb = pids.reduce((sum, each) => sum + bytesOf(each), 0) / MB
  if (mb > 0) samples.push({ atMs, pid, mb })
}

/** Returns the memory of a process in bytes, with its share of what it shares with others; 0 if it has ended. */
function bytesOf(pid: number): number {
  try {
    if (process.platform !== 'linux') return residentBytes(pid)
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024
  } catch {
    return 0
  }
}

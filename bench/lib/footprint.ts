import { childrenOf, cpuMs, residentBytes } from '@millwatch/lab/product/processes'
import type { Product } from '@millwatch/lab/product/product'

/** Returns the CPU time in ms that a server, its database and the processes of that database have used since they started. */
export function cpuMsOf({ pid, postmaster }: Product): number {
  return cpuMs(
    [pid, postmaster, ...(postmaster === undefined ? [] : childrenOf(postmaster))].filter((pid) => pid !== undefined),
  )
}

/** Memory of a process in MB, at a time in ms since sampling began. */
export interface MemorySample {
  readonly atMs: number
  readonly mb: number
}

/**
 * Returns the growth of memory over the second half of the samples, in MB, by the straight line of best fit. NaN for fewer than
 * two samples in that half.
 */
export function growthOf(samples: readonly MemorySample[]): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (field: (sample: MemorySample) => number) =>
    half.reduce((sum, sample) => sum + field(sample), 0) / half.length
  const [at, mb] = [mean((sample) => sample.atMs), mean((sample) => sample.mb)]
  const square = half.reduce((sum, sample) => sum + (sample.atMs - at) ** 2, 0)
  const slope = half.reduce((sum, sample) => sum + (sample.atMs - at) * (sample.mb - mb), 0) / square
  return slope * ((half.at(-1)?.atMs ?? 0) - (half[0]?.atMs ?? 0))
}

/**
 * Sampler of the resident memory of a process, at its creation and then every `everyMs` ms until `stop`. The process must run
 * until then.
 */
export class MemorySamples {
  readonly #samples: MemorySample[] = []
  readonly #timer: NodeJS.Timeout

  constructor(pid: number, everyMs: number) {
    const began = performance.now()
    const take = () => this.#samples.push({ atMs: performance.now() - began, mb: residentBytes(pid) / 1e6 })
    take()
    this.#timer = setInterval(take, everyMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  get mostMb(): number {
    return Math.max(...this.#samples.map(({ mb }) => mb))
  }

  get growthMb(): number {
    return growthOf(this.#samples)
  }
}

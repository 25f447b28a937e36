import { childrenOf, cpuMs, residentBytes } from '../../tools/product/processes.ts'
import type { Product } from '../../tools/product/product.ts'

/** What a server and its database have spent on processors so far, in ms. */
export function cpuMsOf({ pid, postmaster }: Product): number {
  return cpuMs(
    [pid, postmaster, ...(postmaster === undefined ? [] : childrenOf(postmaster))].filter((one) => one !== undefined),
  )
}

/** Memory at a moment since sampling began. */
export interface MemorySample {
  readonly atMs: number
  readonly mb: number
}

/** By how much memory grew over the second half: of the straight line that lies closest to it. */
export function growthOf(samples: readonly MemorySample[]): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (of: (one: MemorySample) => number) => half.reduce((sum, one) => sum + of(one), 0) / half.length
  const [at, mb] = [mean((one) => one.atMs), mean((one) => one.mb)]
  const square = half.reduce((sum, one) => sum + (one.atMs - at) ** 2, 0)
  const slope = half.reduce((sum, one) => sum + (one.atMs - at) * (one.mb - mb), 0) / square
  return slope * ((half.at(-1)?.atMs ?? 0) - (half[0]?.atMs ?? 0))
}

/** Memory of a process over time. */
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

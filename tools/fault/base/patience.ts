import { availableParallelism, loadavg } from 'node:os'

/**
 * A time limit of the catalogue, which is for a machine that does nothing else: on one that has more to do than processors it
 * stretches by as much, so that a finding is one of the product.
 */
export function limitOf(ms: number): number {
  const [load = 0] = loadavg()
  return ms * Math.max(1, load / availableParallelism())
}

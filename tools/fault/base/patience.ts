import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns a time limit of the catalogue, extended on a machine with more load than processors. The catalogue assumes an idle
 * machine; so a finding is a fault of the product and not of the load.
 */
export function limitOf(ms: number): number {
  const [load = 0] = loadavg()
  return ms * Math.max(1, load / availableParallelism())
}

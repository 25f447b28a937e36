import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns a limit of time of the catalogue in ms, multiplied by load per processor on a machine with more load than processors.
 * The catalogue assumes an idle machine, so that a finding is a fault of the product and not of the load.
 */
export function limitOf(ms: number): number {
  const [load = 0] = loadavg()
  return ms * Math.max(1, load / availableParallelism())
}

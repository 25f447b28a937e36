import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Traffic } from '@millwatch/lab/load/traffic'
import { limitOf } from './patience.ts'

const POLL_MS = 100

/**
 * Resolves when `count` further events of the traffic are acknowledged. Throws a `FaultFinding` if that takes longer than
 * `withinMs`, which is multiplied on a busy machine.
 */
export async function acknowledgedMore(traffic: Traffic, count: number, withinMs: number): Promise<void> {
  const enough = traffic.acknowledgedEvents + count
  const began = performance.now()
  while (traffic.acknowledgedEvents < enough) {
    if (performance.now() - began > limitOf(withinMs)) throw new FaultFinding('Nothing is acknowledged any more')
    await delay(POLL_MS)
  }
}

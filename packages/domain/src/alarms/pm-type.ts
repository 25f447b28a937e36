import type { AlarmSpan } from './alarm-rule.ts'

/**
 * Flags of every type of preventative maintenance: people complete it, a trip lasts until it clears, and outputs and repeated
 * notices are allowed.
 */
export const pmType = { pmEnabled: true, trippable: true, outputs: true, repeats: true } as const

/**
 * Returns the one span of maintenance that is due from `at` (epoch ms) on, with its value. Its end is `Infinity`, as only
 * completion of the maintenance ends it.
 */
export const dueFrom = (at: number, amount: number, since: number): AlarmSpan[] => [
  { from: at, to: Number.POSITIVE_INFINITY, value: { amount, since } },
]

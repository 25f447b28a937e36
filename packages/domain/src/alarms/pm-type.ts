import type { AlarmSpan } from './alarm-rule.ts'

/** Abilities of every type of preventative maintenance. */
export const pmType = { pmEnabled: true, trippable: true, outputs: true, repeats: true } as const

/** Returns the span of maintenance that is due from an instant (epoch ms) on: only its completion ends it. */
export const dueFrom = (at: number, amount: number, since: number): AlarmSpan[] => [
  { from: at, to: Number.POSITIVE_INFINITY, value: { amount, since } },
]

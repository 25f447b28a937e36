import type { AlarmArgs, AlarmTypeId, SettingsContext, TripValue } from '@millwatch/domain/alarms'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Example = (args: AlarmArgs, settings: SettingsContext) => { amount: number; lastedMs: number }

const number = (args: AlarmArgs, name: string): number => Number(args[name])
const utilization: Example = (args) => ({
  amount: Math.max(0, number(args, 'below') - 5),
  lastedMs: HOUR_MS * (number(args, 'hours') || 8),
})

/** Figures just beyond the limit, by alarm type, and the time for which they lasted. */
const examples: Readonly<Partial<Record<AlarmTypeId, Example>>> = {
  1: (args) => ({ amount: Math.max(0, number(args, 'cycles') - 1), lastedMs: HOUR_MS }),
  2: (_, { thresholdMs }) => ({ amount: thresholdMs, lastedMs: thresholdMs }),
  3: (args) => ({ amount: number(args, 'force') + 1, lastedMs: 0 }),
  4: (args) => ({ amount: number(args, 'minutes') * MINUTE_MS, lastedMs: number(args, 'minutes') * MINUTE_MS }),
  8: (args) => ({
    amount: number(args, 'value') + (args.direction === 'above' ? 1 : -1),
    lastedMs: number(args, 'minutes') * MINUTE_MS,
  }),
  9: utilization,
  10: utilization,
}

/** Returns figures with which an alarm would trip at `at` (epoch ms), for an example of its message. */
export function exampleOf(typeId: AlarmTypeId, args: AlarmArgs, settings: SettingsContext, at: number): TripValue {
  const { amount, lastedMs } = examples[typeId]?.(args, settings) ?? { amount: 0, lastedMs: 0 }
  return { amount, since: at - lastedMs }
}

import { type AlarmRule, type AlarmSpan, spansWithin } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'
import { pmNotes } from './pm-notes.ts'
import type { CountedCycles } from './rule.ts'
import { firstFrom, isActiveAt } from './schedule-of-alarm.ts'

/** Alarm type 5. It trips at the cycle that reaches a count since the last maintenance. */
export const pmCycleCount = {
  id: 5,
  name: 'PM cycle count',
  description: 'Trips when the machine has made this many cycles since the last maintenance.',
  argsTemplate: {
    cycle_count: {
      type: 'number',
      label: 'Every',
      placeholder: 'Cycles',
      order: 1,
      min: 1,
      max: 1_000_000_000,
      step: 1,
      unit: 'cycles',
    },
    notes: pmNotes,
  },
  pmEnabled: true,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

/** Rule of type 5. Cycles count from the base (excluded) on, whatever their marks, except while the machine is archived. */
export const pmCycleCountRule: AlarmRule = {
  needs: () => ({ cyclesMs: 1, progress: true, shiftReachMs: 0 }),
  spans: ({ args, data: { cycles, progress, settings }, ranges, from, base }) => {
    const limit = numberArg(args, 'cycle_count')
    let counted = progress.cycles
    let reachedAt = counted >= limit ? from : Number.POSITIVE_INFINITY
    for (let i = firstFrom(cycles, Math.max(from, base + 1)); i < cycles.length && counted < limit; i++) {
      const { at, count } = cycles[i] as CountedCycles
      if (isActiveAt(settings, at)) counted += count
      if (counted >= limit) reachedAt = at
    }
    const until = { from: reachedAt, to: Number.POSITIVE_INFINITY, value: { amount: counted, since: base } }
    return reachedAt === Number.POSITIVE_INFINITY ? [] : spansWithin([until] satisfies AlarmSpan[], ranges)
  },
  foreseesMs: Number.POSITIVE_INFINITY,
}

import { firstIndex } from '../time/index.ts'
import type { AlarmRule } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'
import { pmNotes } from './pm-notes.ts'
import { dueFrom, pmType } from './pm-type.ts'
import type { AlarmData, CountedCycles } from './rule.ts'
import { isActiveAt } from './schedule-of-alarm.ts'

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
  ...pmType,
} as const satisfies AlarmType

/**
 * Rule of type 5. Maintenance is due, and stays so, from the cycle on that reaches the limit. Cycles count from the base
 * (excluded) on, startup cycles and outliers included, except while the machine is archived.
 */
export const pmCycleCountRule: AlarmRule = {
  needs: () => ({ cyclesMs: 1, progress: true, shiftReachMs: 0 }),
  spans: ({ args, data, from, base }) => {
    const limit = numberArg(args, 'cycle_count')
    const reachedAt = reachedFrom(data, limit, Math.max(from, base + 1))
    if (reachedAt === null) return []
    const at = Math.max(from, reachedAt)
    const amount = cyclesUpTo(data, Math.max(from, base + 1), at)
    return dueFrom(at, amount, base)
  },
  foreseesMs: Number.POSITIVE_INFINITY,
}

/**
 * Returns the index of the first of ascending cycles at or after an instant (epoch ms); the length of the list if there is none.
 */
const firstFrom = (cycles: readonly CountedCycles[], at: number): number =>
  firstIndex(cycles.length, (i) => (cycles[i] as CountedCycles).at >= at)

type Counting = Pick<AlarmData, 'cycles' | 'progress' | 'settings'>

/**
 * Returns the first instant (epoch ms) at or after `from` at which the cycles since the base reach a limit: `from` if they
 * reached it before, null if they never do.
 */
function reachedFrom({ cycles, progress, settings }: Counting, limit: number, from: number): number | null {
  let counted = progress.cycles
  if (counted >= limit) return from
  for (let i = firstFrom(cycles, from); i < cycles.length; i++) {
    const { at, count } = cycles[i] as CountedCycles
    if (isActiveAt(settings, at)) counted += count
    if (counted >= limit) return at
  }
  return null
}

/**
 * Returns the cycles of maintenance up to `to` (epoch ms, included): `data.progress`, which counts those before `from`,
 * and the cycles from `from` on. Cycles while the machine is archived do not count.
 */
export function cyclesUpTo({ cycles, progress, settings }: Counting, from: number, to: number): number {
  let counted = progress.cycles
  for (let i = firstFrom(cycles, from); i < cycles.length; i++) {
    const { at, count } = cycles[i] as CountedCycles
    if (at > to) break
    if (isActiveAt(settings, at)) counted += count
  }
  return counted
}

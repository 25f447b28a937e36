import type { SmallMachine } from '@millwatch/lab/reference/small-machine'
import fc from 'fast-check'
import type { DatedRange, Shift } from '../shifts/index.ts'
import type { Interval, Status } from '../status/index.ts'
import { defaultEquipmentSettings, type SettingsFrom } from '../tree/index.ts'

const lengths = fc.integer({ min: 1, max: 40 })

const intervals = fc
  .tuple(fc.nat(30), fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), lengths), { maxLength: 12 }))
  .map(([began, steps]): Interval[] => {
    const made: Interval[] = []
    let at = began
    for (const [status, ms] of steps) {
      if (made.at(-1)?.status === status) continue
      made.push({ status: status as Status, startedAt: at, endedAt: at + ms })
      at += ms
    }
    return made.map((interval, i) => (i === made.length - 1 ? { ...interval, endedAt: null } : interval))
  })

const shifts = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 12 }), lengths, fc.integer({ min: 0, max: 3 }), fc.nat(3)), {
    maxLength: 10,
  })
  .map((steps): DatedRange[] => {
    let at = 0
    return steps.map(([gap, ms, shift, day]) => {
      const from = at + gap
      at = from + ms
      return { from, to: at, shift: shift as Shift, shiftDate: 20260301 + day }
    })
  })

const settings = fc
  .array(
    fc.record({
      from: fc.nat(200),
      active: fc.boolean(),
      utilCappedBySchedule: fc.boolean(),
      utilInclLtXsfDt: fc.boolean(),
      excessiveDowntimeThresholdMs: fc.integer({ min: 1, max: 30 }),
      hourlyRevenue: fc.constantFrom(null, 1, 7),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((entries): SettingsFrom[] => {
    const sorted = [...new Map(entries.map((entry) => [entry.from, entry])).values()].sort((a, b) => a.from - b.from)
    return sorted.map((entry, i) => ({
      ...defaultEquipmentSettings,
      parentOrgUnitId: 1,
      ...entry,
      from: i === 0 ? 0 : entry.from,
    }))
  })

/** A machine whose whole life takes a few hundred milliseconds. */
export const smallMachine: fc.Arbitrary<SmallMachine> = fc
  .record({ intervals, shifts, settings, now: fc.integer({ min: 0, max: 400 }) })
  .map((machine) => ({ ...machine, now: Math.max(machine.now, (machine.intervals.at(-1)?.startedAt ?? 0) + 1) }))

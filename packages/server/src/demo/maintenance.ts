import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { type CompletedMaintenance, createAlarm, insertCompleted } from '../modules/alarms/index.ts'
import type { Ctx } from '../platform/ctx.ts'

const YEAR_DAYS = 365

/**
 * Maintenance of the demo for one machine. It was completed last `doneDaysAgo` days ago, and every `everyDays` days before that,
 * for a year.
 */
interface DemoMaintenance {
  readonly machine: string
  readonly alarmTypeId: 5 | 6 | 7
  readonly limit: Readonly<Record<string, string | number>>
  readonly notes: string
  readonly done: string
  readonly everyDays: number
  readonly doneDaysAgo: number
  /** True: its last completion was before it was due. */
  readonly wasEarly?: boolean
}

const cycles = (count: number) => ({ alarmTypeId: 5, limit: { cycle_count: count } }) as const
const runHours = (hours: number) => ({ alarmTypeId: 6, limit: { runtime_hours: hours } }) as const
const every = (duration: number, unit: 'days' | 'weeks' | 'months') =>
  ({ alarmTypeId: 7, limit: { duration, duration_unit: unit } }) as const

/** Maintenance of the demo. Some is overdue: that of Press 03 and Line 2 by the calendar, that of Engel 110-1 by its cycles. */
const maintenance: readonly DemoMaintenance[] = [
  {
    ...{ machine: 'Press 01', ...cycles(1_500_000), everyDays: 45, doneDaysAgo: 6 },
    ...{ notes: 'Change the oil of the press and check the die clamps.', done: 'Oil changed, clamps tightened.' },
  },
  {
    ...{ machine: 'Press 02', ...runHours(500), everyDays: 28, doneDaysAgo: 18 },
    ...{ notes: 'Inspect the clutch lining and the brake.', done: 'Lining at 4 mm, brake fine.' },
  },
  {
    ...{ machine: 'Press 03', ...every(30, 'days'), everyDays: 31, doneDaysAgo: 41 },
    ...{ notes: 'Grease the slide guides.', done: 'Guides greased.' },
  },
  {
    ...{ machine: 'Haas 02', ...runHours(250), everyDays: 14, doneDaysAgo: 6 },
    ...{ notes: 'Clean the coolant tank and the chip conveyor.', done: 'Tank emptied and cleaned.' },
  },
  {
    ...{ machine: 'Okuma 04', ...every(3, 'months'), everyDays: 92, doneDaysAgo: 60 },
    ...{ notes: 'Check the runout of the spindle.', done: 'Runout 3 µm.' },
  },
  {
    ...{ machine: 'Line 1', ...cycles(2_000_000), everyDays: 40, doneDaysAgo: 20 },
    ...{ notes: 'Replace the sealing jaws.', done: 'Both jaws replaced.' },
  },
  {
    ...{ machine: 'Line 2', ...every(4, 'weeks'), everyDays: 29, doneDaysAgo: 33 },
    ...{ notes: 'Check the tension of the belts.', done: 'Front belt tightened.' },
  },
  {
    ...{ machine: 'Engel 110-1', ...cycles(60_000), everyDays: 25, doneDaysAgo: 28 },
    ...{ notes: 'Clean the vents of the mould.', done: 'Vents cleaned.' },
  },
  {
    ...{ machine: 'Engel 200-3', ...runHours(1_000), everyDays: 46, doneDaysAgo: 15 },
    ...{ notes: 'Change the hydraulic filter.', done: 'Filter changed.' },
  },
  {
    ...{ machine: 'Engel 650-7', ...every(6, 'months'), everyDays: 183, doneDaysAgo: 100 },
    ...{ notes: 'Calibrate the clamping force.', done: 'Calibrated, 6,480 kN.' },
  },
  {
    ...{ machine: 'Mill 13', ...every(2, 'weeks'), everyDays: 14, doneDaysAgo: 9 },
    ...{ notes: 'Check level and concentration of the coolant.', done: 'Refilled, 7 %.' },
  },
  {
    ...{ machine: 'Packer A', ...runHours(300), everyDays: 17, doneDaysAgo: 8, wasEarly: true },
    ...{ notes: 'Lubricate the chains.', done: 'Chains lubricated while the line stood.' },
  },
]

/**
 * Adds maintenance with a year of completions, in the name of a person, to the machines in `idOf` (ids by name); others are left
 * out. The counters begin at the last completion, so that it becomes due by the data of its machine.
 */
export async function addMaintenance(ctx: Ctx, userId: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  const now = ctx.clock.now()
  for (const { machine, alarmTypeId, limit, notes, ...past } of maintenance) {
    const equipmentId = idOf.get(machine)
    if (equipmentId === undefined) continue
    const completions = completionsOf(past, now)
    const clock = { ...ctx.clock, now: () => completions.at(-1)?.completedAt ?? now }
    const alarmId = await createAlarm({ ...ctx, clock }, { alarmTypeId, equipmentId, args: { ...limit, notes } })
    await insertCompleted(ctx, alarmId, userId, completions)
  }
}

/**
 * Returns the completions of the last year before `now` (epoch ms), earliest first. Each was 3 to 7 hours after it was due,
 * except the last one with `wasEarly`.
 */
function completionsOf(
  {
    done,
    everyDays,
    doneDaysAgo,
    wasEarly = false,
  }: Omit<DemoMaintenance, 'machine' | 'alarmTypeId' | 'limit' | 'notes'>,
  now: number,
): CompletedMaintenance[] {
  const many = Math.floor((YEAR_DAYS - doneDaysAgo) / everyDays) + 1
  return Array.from({ length: many }, (_, index) => {
    const nth = many - 1 - index
    const isEarly = wasEarly && nth === 0
    const completedAt = now - (doneDaysAgo + nth * everyDays) * DAY_MS
    return {
      completedAt,
      trippedAt: isEarly ? completedAt : completedAt - (3 + (nth % 5)) * HOUR_MS,
      isEarly,
      notes: done,
    }
  })
}

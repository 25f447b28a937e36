/** Compares the counting of maintenance, with what it carries from turn to turn, with the reference model of alarms. */
import {
  type AlarmArgs,
  type AlarmData,
  evaluate,
  openBefore,
  reconcile,
  type StoredTrip,
} from '@millwatch/domain/alarms'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { ReferenceAlarmMachine } from '@millwatch/lab/reference/alarm-conditions'
import { type AlarmStory, stories } from '@millwatch/lab/reference/alarm-machines'
import { argsOf, settingsOf } from '@millwatch/lab/reference/alarm-rules'
import { referenceTrips, trippedAt } from '@millwatch/lab/reference/alarms'
import fc from 'fast-check'
import { expect } from 'vitest'
import { carriedAfter, countedTo } from './evaluation-carry.ts'
import type { DataOf } from './evaluation-data.ts'
import { type EvaluationPlan, plansOf } from './evaluation-plan.ts'
import { isSettled } from './settled.ts'
import type { EvaluatedAlarm, HeldMachine } from './store-evaluation.ts'

export type MaintenanceType = 5 | 6 | 7

/** Turn of the evaluation after a step of the story: minutes after it, and how often the maintenance is completed then. */
interface TurnAfter {
  readonly minutes: number
  readonly completions: number
  /** True: it is completed before the turn, which then finds out what happened before. */
  readonly isBefore: boolean
}

const turns: fc.Arbitrary<TurnAfter[][]> = fc.array(
  fc.array(
    fc.record({
      minutes: fc.constantFrom(0, 0, 1, 12, 35, 90, 3000),
      completions: fc.constantFrom(0, 0, 0, 0, 1, 2),
      isBefore: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 4, maxLength: 4 },
)

/** Reads exactly what `dataOfPlans` reads for maintenance. */
const readerOf =
  (machine: ReferenceAlarmMachine, now: number): DataOf =>
  ({ dataFrom, from }: EvaluationPlan, progress): AlarmData => ({
    beganAt: machine.intervals[0]?.start ?? null,
    intervals: machine.intervals
      .filter(({ end }) => end === null || end > Math.min(dataFrom, from))
      .map(({ status, start, end }) => ({ status, startedAt: start, endedAt: end })),
    cycles: machine.cycles.filter(({ at }) => at > dataFrom - 2 && at <= now),
    ...{ values: [], impacts: [], contact: null, shifts: [], ignoredStops: [] },
    ...{ settings: settingsOf(machine), zone: machine.zone, progress },
  })

/** An alarm of maintenance as the server keeps it. */
class KeptAlarm {
  alarm: EvaluatedAlarm
  trips: StoredTrip[] = []
  #version = 0

  constructor(typeId: MaintenanceType, args: AlarmArgs, base: number) {
    this.alarm = {
      ...{ alarmId: 1, equipmentId: 1, alarmTypeId: typeId, args, argsLatest: null, deviceOutputConfig: {} },
      ...{ notifyOnClear: false, reassertM: null, evaluatedTo: base, baseAt: base, argsFrom: base, dueAt: null },
      ...{ watchedKinds: -1, carriedAt: null, carried: null, quietFrom: null, quietTo: null },
    }
  }

  /** Completes it at an instant, as `acknowledge` does. */
  complete(now: number): void {
    this.trips = this.trips.map((trip) => (trip.clearedAt === null ? { ...trip, clearedAt: now } : trip))
    this.alarm = { ...this.alarm, baseAt: now, argsLatest: null }
  }

  /** Evaluates it as a turn does, after data changed from an instant on. */
  evaluate(machine: ReferenceAlarmMachine, changedFrom: number, now: number, isDirty: boolean): void {
    const held: HeldMachine = {
      ...{ equipmentId: 1, dirtyFrom: isDirty ? changedFrom : null, seenVersion: this.#version },
      ...{ version: ++this.#version, changedFrom, changedKinds: -1, leastTemperature: null, mostTemperature: null },
      headAt: Math.max(...machine.intervals.map(({ start }) => start), ...machine.cycles.map(({ at }) => at)),
    }
    const dataOf = readerOf(machine, now)
    for (const plan of plansOf(held, [this.alarm], now)) this.#take(plan, dataOf, now)
  }

  #take(plan: EvaluationPlan, dataOf: DataOf, now: number): void {
    const { alarm, from, to } = plan
    const { alarmTypeId: typeId, args, baseAt: base } = alarm
    const open = openBefore(this.trips, from)
    const data = dataOf(plan, countedTo(plan, dataOf, from))
    const { trips, latest } = evaluate({ typeId, args, data, from, to, open, base })
    const stored = this.trips.filter(
      (trip) => (trip.clearedAt === null || trip.clearedAt >= from) && !isSettled(alarm, trip),
    )
    const { changes, inserts } = reconcile({ stored, trips, from, now: to, quietAt: [base] })
    for (const { notice, ...trip } of [
      ...changes,
      ...inserts.map((insert, i) => ({ id: this.trips.length + i, ...insert })),
    ]) {
      if (notice !== null) expect(trip.trippedAt, 'notified of what was maintained').toBeGreaterThanOrEqual(base)
      this.trips = [...this.trips.filter(({ id }) => id !== trip.id), trip]
    }
    this.alarm = {
      ...this.alarm,
      evaluatedTo: plan.evaluatedTo,
      argsLatest: latest,
      ...carriedAfter(plan, dataOf, now),
    }
  }
}

/** Returns the amount that counts at an instant (epoch ms), by the reference model with the limit 0, which any amount reaches. */
function amountAt(machine: ReferenceAlarmMachine, { alarmTypeId, baseAt }: EvaluatedAlarm, at: number): number {
  const alarm = { type: alarmTypeId, args: { cycle_count: 0, runtime_hours: 0 }, base: baseAt }
  return trippedAt(machine, alarm, at)?.amount ?? Number.NaN
}

function expectTruth({ alarm, trips }: KeptAlarm, machine: ReferenceAlarmMachine, now: number): void {
  const { alarmTypeId: type, args, baseAt: base, argsLatest } = alarm
  const expected = referenceTrips(machine, { type, args, base }, base, now)
  const ofBase = trips.filter((trip) => trip.kind !== 'withdrawn' && (trip.clearedAt === null || trip.clearedAt > base))
  const shown = ofBase.map(({ trippedAt: at, clearedAt, value }) => ({ trippedAt: at, clearedAt, ...value }))
  expect(shown, 'trips since the last maintenance').toEqual(expected)
  if (type === 5) expect(argsLatest).toEqual({ cycle_count: amountAt(machine, alarm, now) })
  if (type !== 6) return
  const hours = amountAt(machine, alarm, now) / HOUR_MS
  expect(argsLatest).toEqual({ runtime_hours: Math.floor(hours * 100 + 1e-9) / 100 })
}

/** Plays a story with completions, and returns the number of maintenances that were completed while they were due. */
function play(
  typeId: MaintenanceType,
  args: AlarmArgs,
  { base, steps }: AlarmStory,
  after: readonly TurnAfter[][],
): number {
  const kept = new KeptAlarm(typeId, args, base)
  let completed = 0
  let before = base
  let knownTo = base
  for (const [i, { machine, now: stepNow, changedFrom }] of steps.entries()) {
    const next = steps[i + 1]?.now ?? Number.POSITIVE_INFINITY
    let from = Math.min(changedFrom, knownTo)
    knownTo = stepNow
    for (const { minutes, completions, isBefore } of after[i] ?? []) {
      const now = Math.max(before, Math.min(stepNow + minutes * MINUTE_MS, next))
      const complete = () => {
        if (kept.trips.some(({ clearedAt }) => clearedAt === null)) completed++
        for (let n = 0; n < completions; n++) kept.complete(now)
      }
      if (completions > 0 && isBefore) complete()
      const settled = kept.trips.filter((trip) => isSettled(kept.alarm, trip))
      kept.evaluate(machine, from, now, i % 2 === 0)
      expect(
        kept.trips.filter((trip) => isSettled(kept.alarm, trip)),
        'what was completed stays',
      ).toEqual(settled)
      expectTruth(kept, machine, now)
      if (completions > 0 && !isBefore) complete()
      from = now
      before = now
    }
  }
  return completed
}

/** Compares random histories of one type, throws at the first that differs, and returns the number of completed trips. */
export function maintenanceAgrees(typeId: MaintenanceType, numRuns: number): number {
  let completed = 0
  const agrees = fc.property(argsOf[typeId], stories, turns, (args, story, after) => {
    completed += play(typeId, args, story, after)
  })
  fc.assert(agrees, { numRuns })
  return completed
}

import {
  addPiece,
  alarmTypeOf,
  commonBand,
  dueRepeat,
  type Evaluation,
  evaluate,
  keepOpen,
  latestAtTrip,
  openAtEnd,
  openBefore,
  type QuietBand,
  reconcile,
  type StoredTrip,
  type TripNotice,
  valueInForce,
} from '@millwatch/domain/alarms'
import { OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import { DAY_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { carriedAfter, countedTo, countedUp } from './evaluation-carry.ts'
import { type AlarmedMachineFacts, type DataOf, dataOfPlans } from './evaluation-data.ts'
import { evaluatedUp } from './evaluation-pieces.ts'
import {
  changesFrom,
  type EvaluationPlan,
  plansOf,
  quietTemperatures,
  refreshMs,
  watchedKinds,
} from './evaluation-plan.ts'
import { isSettled } from './settled.ts'
import {
  type AddedTrip,
  type AlarmState,
  countReminders,
  type EvaluatedAlarm,
  type EvaluatedTrip,
  type HeldMachine,
  insertTrips,
  saveAlarmStates,
  settleEvaluated,
  type TripUpdate,
  tripsFrom,
  updateTrips,
} from './store-evaluation.ts'

/** Event of a trip about which people get a notice. */
export interface TripEvent {
  readonly tripId: number
  readonly alarm: EvaluatedAlarm
  readonly about: 'tripped' | 'cleared' | 'repeat'
  /** Number of the repeat, from 1; 0 if the event is not a repeat. */
  readonly repeat: number
  readonly trip: Pick<StoredTrip, 'trippedAt' | 'clearedAt' | 'value'>
}

/** Results of a turn: the events to notify about, and the trips, alarms and machines that it concerned. */
export interface Evaluated {
  readonly events: readonly TripEvent[]
  /** Ids of trips of trippable types that are over: what alert hours hold back of their notices is not sent any more. */
  readonly overIds: readonly number[]
  /** Ids of trips of trippable types that stand and are acknowledged: their waiting repeats are not sent any more. */
  readonly acknowledgedIds: readonly number[]
  /** Ids of trips that were stored as over, but still last according to late data. */
  readonly reopenedIds: readonly number[]
  /** Alarms of which a trip was added or changed. */
  readonly changed: readonly EvaluatedAlarm[]
  /** Alarms whose evaluation failed; they are tried again after ten minutes. The other alarms were evaluated. */
  readonly failed: readonly FailedAlarm[]
  /** Number of machines that were evaluated, without those that another transaction had locked. */
  readonly machines: number
}

/** Alarm whose plan or evaluation threw an error, for example because its type is unknown. */
export interface FailedAlarm {
  readonly alarmId: number
  readonly equipmentId: number
  readonly error: unknown
}

/**
 * Time (ms) before an evaluation from which on stored trips of types that are not trippable are read, to find a withdrawn one: a
 * shift lasts at most a day.
 */
const WITHDRAWN_MS = 2 * DAY_MS

/**
 * Results of an evaluation that an alarm keeps for its next one. `repeatAt`: instant (epoch ms) of the next repeat of its notice;
 * null: none.
 */
interface Kept {
  readonly repeatAt: number | null
  readonly carried: Pick<AlarmState, 'carriedAt' | 'carried'>
  /** Value in force of a telemetry alarm; null for other alarms, or if there is no value yet. */
  readonly value: number | null
}

const ANY: QuietBand = { from: null, to: null }
const bandOf = ({ from, to }: QuietBand) => ({ quietFrom: from, quietTo: to })

/** Returns the instant (epoch ms) from which the alarm of a plan is evaluated in this turn. */
const startOf = ({ from, earlier }: EvaluationPlan): number => earlier?.from ?? from

/** Time (ms) after which an alarm is tried again that could not be evaluated. */
const AFTER_FAILURE_MS = 600_000

/** Evaluation of some machines in one transaction. Collects the results of its alarms until `store` writes them. */
export class EvaluationTurn {
  readonly now: number
  readonly #events: TripEvent[] = []
  readonly #over = new Set<number>()
  readonly #acknowledged: number[] = []
  readonly #reopened: number[] = []
  readonly #failed: FailedAlarm[] = []
  readonly #changed: EvaluatedAlarm[] = []
  readonly #states = new Map<number, AlarmState>()
  readonly #closing: TripUpdate[] = []
  readonly #updates: TripUpdate[] = []
  readonly #added: (AddedTrip & { readonly notice: TripNotice })[] = []
  readonly #reminders: (TripEvent & { readonly at: number })[] = []

  constructor(now: number) {
    this.now = now
  }

  result(machines: number): Evaluated {
    return {
      ...{
        events: this.#events,
        overIds: [...this.#over],
        acknowledgedIds: this.#acknowledged,
        reopenedIds: this.#reopened,
      },
      ...{ changed: this.#changed, failed: this.#failed, machines },
    }
  }

  /**
   * Returns the plans of those alarms of a machine that must be evaluated now. An alarm of an unknown type is added to the failed
   * ones and is due again after ten minutes, then also for what changed by now.
   */
  plansOf(machine: HeldMachine, alarms: readonly EvaluatedAlarm[]): EvaluationPlan[] {
    return alarms.flatMap((alarm) => {
      try {
        return plansOf(machine, [alarm], this.now)
      } catch (error) {
        this.#fail(alarm, Math.min(alarm.evaluatedTo, changesFrom(machine, OCCURRENCE_REACH_MS)), error)
        return []
      }
    })
  }

  /** The changes of the machine count as seen after this turn, so `evaluatedTo` (epoch ms) must not be after them. */
  #fail(alarm: EvaluatedAlarm, evaluatedTo: number, error: unknown): void {
    const { alarmId, equipmentId } = alarm
    const dueAt = this.now + AFTER_FAILURE_MS
    this.#failed.push({ alarmId, equipmentId, error })
    this.#states.set(alarmId, { ...alarm, evaluatedTo, dueAt, watchedKinds: 0, ...bandOf(ANY) })
  }

  /**
   * Evaluates the alarms of plans of one machine as `evaluate` does, but reads data from far back in pieces, of at most
   * `mostEvents` events each. The result is the same.
   */
  async evaluateOld(
    ctx: Ctx,
    plans: readonly EvaluationPlan[],
    facts: ReadonlyMap<number, AlarmedMachineFacts>,
    mostEvents: number,
  ): Promise<void> {
    const fail = ({ alarm, evaluatedIfFailed }: EvaluationPlan, error: unknown) =>
      this.#fail(alarm, evaluatedIfFailed, error)
    const counted = await countedUp(ctx, plans, facts, this.now)
    await this.evaluate(ctx, await evaluatedUp(ctx, counted, facts, fail, mostEvents), facts)
  }

  /**
   * Evaluates the alarms of plans, whose data it reads at once, and adds the results to those of this turn; stores nothing. An
   * alarm whose evaluation throws is added to the failed ones and is due again after ten minutes, from the same instant on.
   */
  async evaluate(
    ctx: Ctx,
    plans: readonly EvaluationPlan[],
    facts: ReadonlyMap<number, AlarmedMachineFacts>,
  ): Promise<void> {
    if (plans.length === 0) return
    // Another server, whose clock is ahead, may have evaluated later instants than now: their data are needed too.
    const until = Math.max(this.now, ...plans.map(({ to }) => to))
    const dataOf = await dataOfPlans(ctx, plans, facts, until)
    const trips = await tripsFrom(
      ctx,
      plans.map(({ alarm }) => alarm.alarmId),
      plans.map((plan) =>
        alarmTypeOf(plan.alarm.alarmTypeId).trippable ? startOf(plan) : startOf(plan) - WITHDRAWN_MS,
      ),
    )
    const stored = Map.groupBy(trips, ({ alarmId }) => alarmId)
    for (const plan of plans) {
      const { alarm } = plan
      try {
        this.#evaluateAlarm(plan, dataOf, stored.get(alarm.alarmId) ?? [], facts.get(alarm.equipmentId))
      } catch (error) {
        this.#fail(alarm, plan.evaluatedIfFailed, error)
      }
    }
  }

  #evaluateAlarm(
    plan: EvaluationPlan,
    dataOf: DataOf,
    stored: readonly EvaluatedTrip[],
    facts: AlarmedMachineFacts | undefined,
  ): void {
    const { alarm, from, to, earlier } = plan
    const { alarmTypeId: typeId, args, baseAt, argsFrom } = alarm
    const start = startOf(plan)
    const base = alarmTypeOf(typeId).pmEnabled ? baseAt : argsFrom
    const counted = countedTo(plan, dataOf, from)
    const unsettled = stored.filter((trip) => !isSettled(alarm, trip))
    const stoodBefore = openBefore(unsettled, start)
    const data = dataOf(plan, counted)
    const open = earlier === undefined ? stoodBefore : openAtEnd(earlier.trips)
    const evaluation = evaluate({ typeId, args, data, from, to, open, base })
    const trips = [...(earlier?.trips ?? [])]
    addPiece(trips, evaluation.trips, from)
    if (earlier !== undefined) keepOpen(typeId, trips, stoodBefore, start)
    const archivedAt = (facts?.settings ?? []).filter((entry) => !entry.active).map((entry) => entry.from)
    const quietAt = [argsFrom, baseAt, ...archivedAt]
    const { changes, inserts } = reconcile({ stored: unsettled, trips, from: start, now: to, quietAt })
    for (const change of changes) this.#change(alarm, change, stored)
    for (const { notice, ...trip } of inserts)
      this.#added.push({ ...trip, alarm, notice, argsLatest: latestAtTrip(typeId, args, trip) })
    if (changes.length + inserts.length > 0) this.#changed.push(alarm)
    const repeatAt = this.#remind(
      alarm,
      stored,
      changes,
      inserts.some(({ clearedAt }) => clearedAt === null),
    )
    const value = typeId === 8 ? (valueInForce(args, data.values, to)?.value ?? null) : null
    this.#keepState(plan, evaluation, { repeatAt, carried: carriedAfter(plan, dataOf, this.now), value })
  }

  #change(
    alarm: EvaluatedAlarm,
    { notice, ...trip }: StoredTrip & { notice: TripNotice },
    stored: readonly EvaluatedTrip[],
  ): void {
    const before = stored.find(({ id }) => id === trip.id)
    const knownAt = notice === 'tripped' ? this.now : (before?.knownAt ?? this.now)
    const list = trip.clearedAt === null ? this.#updates : this.#closing
    list.push({
      id: trip.id,
      trippedAt: trip.trippedAt,
      clearedAt: trip.clearedAt,
      kind: trip.kind,
      value: trip.value,
      knownAt,
    })
    if (trip.clearedAt === null && before !== undefined && before.clearedAt !== null) this.#reopened.push(trip.id)
    if (trip.clearedAt !== null && alarmTypeOf(alarm.alarmTypeId).trippable) this.#over.add(trip.id)
    this.#notify(alarm, trip.id, trip, notice)
  }

  #notify(alarm: EvaluatedAlarm, tripId: number, trip: TripEvent['trip'], notice: TripNotice): void {
    if (notice === null || (notice === 'cleared' && !alarm.notifyOnClear)) return
    this.#events.push({ tripId, alarm, about: notice, repeat: 0, trip })
  }

  /**
   * Adds the repeat of a notice that is due, and returns the instant (epoch ms) of the next repeat; null if no repeat follows.
   * Also notes the stored trips that are over or acknowledged, if the type is trippable.
   */
  #remind(
    alarm: EvaluatedAlarm,
    stored: readonly EvaluatedTrip[],
    changes: readonly (StoredTrip & { notice: TripNotice })[],
    isNew: boolean,
  ): number | null {
    const { reassertM } = alarm
    if (alarmTypeOf(alarm.alarmTypeId).trippable)
      for (const trip of stored) {
        if (trip.clearedAt !== null) this.#over.add(trip.id)
        else if (trip.acknowledgedAt !== null) this.#acknowledged.push(trip.id)
      }
    if (reassertM === null) return null
    if (isNew) return this.now + reassertM * 60_000
    const latest = stored.map((trip) => ({ ...trip, ...changes.find(({ id }) => id === trip.id) }))
    const open = latest.find((trip) => trip.clearedAt === null)
    if (open === undefined || open.acknowledgedAt !== null) return null
    const isAnnounced = 'notice' in open && open.notice === 'tripped'
    const lastAt = isAnnounced ? this.now : (open.remindedAt ?? open.knownAt)
    const { due, nextAt } = dueRepeat({ lastAt, reassertMin: reassertM, sent: open.reminders }, this.now)
    if (due !== null)
      this.#reminders.push({ tripId: open.id, alarm, about: 'repeat', repeat: due.number, at: due.at, trip: open })
    return nextAt
  }

  #keepState(
    { alarm, evaluatedTo }: EvaluationPlan,
    { nextAt, latest, trips }: Evaluation,
    { repeatAt, carried, value }: Kept,
  ): void {
    const { alarmId } = alarm
    const isTripped = trips.at(-1)?.clearedAt === null
    const refreshAt = this.now + refreshMs(alarm, isTripped)
    const instants = [nextAt, repeatAt, refreshAt].filter((at) => at !== null && at !== Number.POSITIVE_INFINITY)
    this.#states.set(alarmId, {
      ...{ alarmId, evaluatedTo, argsLatest: latest, ...carried },
      dueAt: instants.length === 0 ? null : Math.ceil(Math.min(...(instants as number[]))),
      watchedKinds: watchedKinds(alarm, isTripped, nextAt),
      ...bandOf(quietTemperatures(alarm, value)),
    })
  }

  /**
   * Stores the trips, repeats and states of this turn, and that all changes of the `held` machines are evaluated. Adds the events
   * of the new trips and of the repeats.
   */
  async store(
    ctx: Ctx,
    held: readonly HeldMachine[],
    alarms: ReadonlyMap<number, readonly EvaluatedAlarm[]>,
  ): Promise<void> {
    await updateTrips(ctx, this.#closing)
    await updateTrips(ctx, this.#updates)
    // Trips that are over come first, as an alarm has one open trip.
    const added = [...this.#added].sort((a, b) => Number(a.clearedAt === null) - Number(b.clearedAt === null))
    const ids = await insertTrips(ctx, added)
    added.forEach(({ alarm, notice, ...trip }, i) => {
      this.#notify(alarm, ids[i] as number, trip, notice)
    })
    if (this.#reminders.length > 0)
      await countReminders(
        ctx,
        this.#reminders.map(({ tripId }) => tripId),
        this.#reminders.map(({ repeat }) => repeat),
        this.#reminders.map(({ at }) => at),
      )
    this.#events.push(...this.#reminders)
    await saveAlarmStates(ctx, [...this.#states.values()])
    await settleEvaluated(
      ctx,
      held.map((machine) => this.#stateOf(machine, alarms.get(machine.equipmentId) ?? [])),
    )
  }

  #stateOf({ equipmentId, version }: HeldMachine, alarms: readonly EvaluatedAlarm[]) {
    const states = alarms.map((alarm) => this.#states.get(alarm.alarmId) ?? alarm)
    const dues = states.flatMap(({ dueAt }) => dueAt ?? [])
    return {
      ...{ equipmentId, seenVersion: version, dueAt: dues.length === 0 ? null : Math.min(...dues) },
      watchedKinds: states.reduce((kinds, state) => kinds | state.watchedKinds, 0),
      ...bandOf(states.map(({ quietFrom, quietTo }) => ({ from: quietFrom, to: quietTo })).reduce(commonBand, ANY)),
      evaluatedAt: this.now,
      evaluatedTo: Math.max(0, ...states.map(({ evaluatedTo }) => evaluatedTo)),
    }
  }
}

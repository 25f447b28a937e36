import {
  type AlarmData,
  beyondLimit,
  cyclesNeededFrom,
  needsOf,
  type Quantity,
  valueInForce,
  type WatchedValue,
} from '@millwatch/domain/alarms'
import { analogValue, contactOfMachine, type DeviceSettingsFrom, rawAnalog } from '@millwatch/domain/devices'
import { DAY_MS } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { deviceSettingsOver, loadPrimaries } from '../devices/index.ts'
import { contactsOf } from '../ingest/index.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { beganAt, loadIntervals, type StoredInterval } from '../status/index.ts'
import { notesOver } from '../stops/index.ts'
import { allUnits, equipmentEverByIds, settingsOver } from '../tree/index.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import {
  cyclesOver,
  impactsOver,
  lastValues,
  type MachineSpan,
  type SentValue,
  valuesOver,
} from './queries-evaluation.ts'

/** Time (ms) after now up to which shifts are read: their history is written through the end of tomorrow. */
const AHEAD_MS = 3 * DAY_MS

/** Settings over time, time zone and beginning (first evidence, epoch ms; null: none yet) of a machine. */
export interface AlarmedMachineFacts {
  readonly beganAt: number | null
  readonly settings: readonly SettingsFrom[]
  readonly zone: string
}

/** Facts of an unknown machine: no settings, no beginning, and the time zone UTC. */
export const NO_FACTS: AlarmedMachineFacts = { beganAt: null, settings: [], zone: 'UTC' }

/** Reads the facts of machines, removed ones too, by machine id; unknown machines have no entry. */
export async function factsOfMachines(ctx: Ctx, ids: readonly number[]): Promise<Map<number, AlarmedMachineFacts>> {
  const [begun, settings, machines, units] = await Promise.all([
    beganAt(ctx, ids),
    settingsOver(ctx, ids),
    equipmentEverByIds(ctx, ids),
    allUnits(ctx),
  ])
  const tree = treeOf(units)
  return new Map(
    machines.map(({ equipmentId, parentOrgUnitId }) => [
      equipmentId,
      {
        beganAt: begun.get(equipmentId) ?? null,
        settings: settings.get(equipmentId) ?? [],
        zone: timeZoneOf(tree, parentOrgUnitId),
      },
    ]),
  )
}

/**
 * Function that returns the data for the alarm of a plan. `progress` are the amounts that the alarm counted before these data;
 * they are returned with them.
 */
export type DataOf = (plan: EvaluationPlan, progress: AlarmData['progress']) => AlarmData

/** Earliest instant (epoch ms) that was added for each machine. */
class Earliest {
  readonly #instants = new Map<number, number>()

  add(equipmentId: number, at: number): void {
    this.#instants.set(equipmentId, Math.min(at, this.#instants.get(equipmentId) ?? at))
  }

  of(equipmentId: number): number {
    return this.#instants.get(equipmentId) ?? Number.POSITIVE_INFINITY
  }

  get spans(): MachineSpan[] {
    return [...this.#instants].map(([equipmentId, from]) => ({ equipmentId, from }))
  }

  get ids(): number[] {
    return [...this.#instants.keys()]
  }

  /** Returns the earliest instant of all machines, but at most `otherwise`. */
  least(otherwise: number): number {
    return Math.min(otherwise, ...this.#instants.values())
  }
}

/**
 * Reads at once the data that the rules of the alarms of all plans need, up to `now` (epoch ms). Returns the function that gives
 * the data of one plan; a list without data is empty, a contact null.
 */
export async function dataOfPlans(
  ctx: Ctx,
  plans: readonly EvaluationPlan[],
  facts: ReadonlyMap<number, AlarmedMachineFacts>,
  now: number,
): Promise<DataOf> {
  const intervalsFrom = new Earliest()
  const impactsFrom = new Earliest()
  const contactFrom = new Earliest()
  for (const { alarm, dataFrom, from } of plans) {
    const { intervalsMs, impacts, contact } = needsOf(alarm.alarmTypeId, alarm.args)
    if (intervalsMs !== undefined) intervalsFrom.add(alarm.equipmentId, Math.min(dataFrom, from) - intervalsMs)
    if (impacts) impactsFrom.add(alarm.equipmentId, from - 1)
    if (contact) contactFrom.add(alarm.equipmentId, from)
  }
  const [intervals, impacts, contacts, values] = await Promise.all([
    loadIntervals(
      ctx,
      intervalsFrom.spans.map((span) => ({ ...span, to: now })),
    ),
    impactsOver(ctx, impactsFrom.spans, now),
    contactsOfMachines(ctx, contactFrom.ids, contactFrom.least(now), now),
    watchedValues(ctx, plans, now),
  ])
  const shifts = await shiftsOf(ctx, plans, intervals, now)
  const ignored = await ignoredStops(ctx, plans, intervals, now)
  const cyclesFrom = new Earliest()
  for (const { alarm, dataFrom, from } of plans) {
    const { equipmentId, alarmTypeId, args } = alarm
    const { cyclesMs } = needsOf(alarmTypeId, args)
    const { settings, beganAt: began } = facts.get(equipmentId) ?? NO_FACTS
    const schedule = { shifts: shifts.get(equipmentId) ?? [], settings, beganAt: began }
    if (alarmTypeId === 1) cyclesFrom.add(equipmentId, cyclesNeededFrom(args, from, schedule) - 1)
    else if (cyclesMs !== undefined) cyclesFrom.add(equipmentId, dataFrom - cyclesMs - 1)
  }
  const cycles = await cyclesOver(ctx, cyclesFrom.spans, now)
  return ({ alarm }, progress) => {
    const { equipmentId } = alarm
    return {
      ...(facts.get(equipmentId) ?? NO_FACTS),
      intervals: intervals.get(equipmentId) ?? [],
      cycles: cycles.get(equipmentId) ?? [],
      values: values.get(alarm.alarmId) ?? [],
      impacts: impacts.get(equipmentId) ?? [],
      contact: contacts.get(equipmentId) ?? null,
      shifts: shifts.get(equipmentId) ?? [],
      ignoredStops: ignored.get(equipmentId) ?? [],
      progress,
    }
  }
}

type Intervals = ReadonlyMap<number, readonly StoredInterval[]>

function shiftsOf(ctx: Ctx, plans: readonly EvaluationPlan[], intervals: Intervals, now: number) {
  const shiftsFrom = new Earliest()
  for (const { alarm, from } of plans) {
    const { shiftsMs } = needsOf(alarm.alarmTypeId, alarm.args)
    if (shiftsMs === undefined) continue
    const first = intervals.get(alarm.equipmentId)?.[0]?.startedAt ?? from
    shiftsFrom.add(alarm.equipmentId, Math.min(from - shiftsMs, first))
  }
  if (shiftsFrom.ids.length === 0) return new Map<number, never[]>()
  return shiftRowsTouching(ctx, shiftsFrom.ids, shiftsFrom.least(now), now + AHEAD_MS)
}

async function ignoredStops(ctx: Ctx, plans: readonly EvaluationPlan[], intervals: Intervals, now: number) {
  const stopsFrom = new Earliest()
  for (const { alarm, from } of plans)
    if (needsOf(alarm.alarmTypeId, alarm.args).ignoredStops)
      stopsFrom.add(alarm.equipmentId, intervals.get(alarm.equipmentId)?.[0]?.startedAt ?? from)
  if (stopsFrom.ids.length === 0) return new Map<number, number[]>()
  const notes = await notesOver(ctx, stopsFrom.ids, stopsFrom.least(now), now + 1)
  return new Map(
    [...notes].map(([id, { onStops }]) => [id, [...onStops].filter(([, note]) => note.ignored).map(([at]) => at)]),
  )
}

async function contactsOfMachines(ctx: Ctx, ids: readonly number[], from: number, now: number) {
  if (ids.length === 0) return new Map<number, never>()
  const primaries = await loadPrimaries(ctx, ids)
  const deviceIds = [...new Set([...primaries.values()].flat().map(({ deviceId }) => deviceId))]
  const contacts = await contactsOf(ctx, deviceIds, from, now)
  return new Map(
    [...primaries].flatMap(([equipmentId, tenures]) => {
      const contact = contactOfMachine(tenures, contacts)
      return contact === null ? [] : [[equipmentId, contact] as const]
    }),
  )
}

/**
 * Returns by alarm id the values that telemetry alarms watch, ascending and as pages show them. The first is the last value at or
 * before the start of the data, if there is one. Alarms that watch no value have no entry.
 */
async function watchedValues(
  ctx: Ctx,
  plans: readonly EvaluationPlan[],
  now: number,
): Promise<ReadonlyMap<number, readonly WatchedValue[]>> {
  const watching = plans.flatMap((plan) => {
    const quantity = needsOf(plan.alarm.alarmTypeId, plan.alarm.args).values?.quantity
    return quantity === undefined ? [] : [{ plan, quantity }]
  })
  const found = new Map<number, readonly WatchedValue[]>()
  for (const [quantity, entries] of Map.groupBy(watching, (entry) => entry.quantity)) {
    const [fresh, uncarried] = [new Earliest(), new Earliest()]
    for (const { plan } of entries) {
      fresh.add(plan.alarm.equipmentId, plan.dataFrom)
      if (!plan.usesCarried) uncarried.add(plan.alarm.equipmentId, plan.dataFrom)
    }
    const [values, before] = await Promise.all([
      valuesOver(ctx, quantity, fresh.spans, now),
      lastValues(ctx, quantity, uncarried.spans),
    ])
    const shown = await shownValues(ctx, quantity, [...[...values.values()].flat(), ...before.values()])
    for (const { plan } of entries) {
      const { equipmentId, alarmId, carried } = plan.alarm
      const first = plan.usesCarried ? carried?.value : await firstValue(ctx, plan, before.get(equipmentId), shown)
      const after = plan.usesCarried ? plan.dataFrom : uncarried.of(equipmentId)
      const rest = shownAfter(values.get(equipmentId) ?? [], after, shown)
      if (first != null) rest.unshift(first)
      found.set(alarmId, rest)
    }
  }
  return found
}

/** Returns those of ascending values that are after an instant (epoch ms, exclusive), as pages show them. */
function shownAfter(
  values: readonly SentValue[],
  after: number,
  shown: (value: SentValue) => WatchedValue,
): WatchedValue[] {
  const from = values.findIndex(({ at }) => at > after)
  return from < 0 ? [] : values.slice(from).map(shown)
}

/**
 * Time (ms) before the first value of a telemetry alarm over which earlier values are read, to find since when they were beyond
 * its limit.
 */
const BEYOND_BACK_MS = DAY_MS

/**
 * Returns the value in force when a telemetry alarm begins to read, as pages show it; null if there is none. If it is beyond the
 * limit, `beyondSince` is the instant from which values were, at most a day before it.
 */
async function firstValue(
  ctx: Ctx,
  { alarm: { equipmentId, alarmTypeId, args } }: EvaluationPlan,
  sent: SentValue | undefined,
  shown: (value: SentValue) => WatchedValue,
): Promise<WatchedValue | null> {
  if (sent === undefined) return null
  const first = shown(sent)
  const quantity = needsOf(alarmTypeId, args).values?.quantity
  if (quantity === undefined || !beyondLimit(args)(first.value)) return first
  const back = await valuesOver(ctx, quantity, [{ equipmentId, from: first.at - BEYOND_BACK_MS }], first.at)
  const values = back.get(equipmentId) ?? []
  const shownBack = await shownValues(ctx, quantity, values)
  return valueInForce(args, values.map(shownBack), first.at) ?? first
}

/**
 * Returns a function that converts a value that a device sent into the value that pages show. Analog inputs are converted by the
 * settings that their device had then; other quantities stay as they are.
 */
async function shownValues(
  ctx: Ctx,
  quantity: Quantity,
  values: readonly SentValue[],
): Promise<(value: SentValue) => WatchedValue> {
  if (quantity !== 'analog') return ({ at, value }) => ({ at, value })
  const histories = await deviceSettingsOver(ctx, [...new Set(values.map(({ deviceId }) => deviceId))])
  const configAt = (history: readonly DeviceSettingsFrom[] | undefined, at: number) =>
    history === undefined ? rawAnalog : settingsAt(history, at).analog
  return ({ at, value, deviceId }) => ({ at, value: analogValue(value, configAt(histories.get(deviceId), at)) })
}

import {
  type AlarmTypeId,
  alarmTypeOf,
  checkpointIn,
  isWithin,
  needsOf,
  type QuietBand,
  quietBand,
  type Trip,
} from '@millwatch/domain/alarms'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { ANY_CHANGE, CHANGE } from '../status/index.ts'
import type { EvaluatedAlarm, HeldMachine } from './store-evaluation.ts'

/** Evaluation of one alarm in a turn, of all instants from `from` to `to`, both included. Instants are epoch ms. */
export interface EvaluationPlan {
  readonly alarm: EvaluatedAlarm
  readonly from: number
  readonly to: number
  /** Instant before which all is evaluated once this plan is done, unless data come late. */
  readonly evaluatedTo: number
  /** The same if this plan fails. Before `from` if data changed that count in what the alarm carries. */
  readonly evaluatedIfFailed: number
  /**
   * Instant (epoch ms) from which data are read; the time before it is covered by the amounts or the value that the alarm
   * carries.
   */
  readonly dataFrom: number
  /** True: what the alarm carries is from before every change, so the evaluation begins with it. False: it counts anew. */
  readonly usesCarried: boolean
  /**
   * Set if the time before `from` was evaluated in this turn already: its start (epoch ms), which was `from` before, and its
   * trips, without regard to a stored trip that stood before it.
   */
  readonly earlier?: { readonly from: number; readonly trips: readonly Trip[] }
}

const isMaintenance = (typeId: AlarmTypeId): boolean => alarmTypeOf(typeId).pmEnabled
/** Returns true for the types whose evaluation begins with an amount or value from before the data that it reads: 5, 6 and 8. */
const carries = (typeId: AlarmTypeId): boolean => typeId === 5 || typeId === 6 || typeId === 8

/**
 * Returns the plans of those alarms of a machine that must be evaluated at `now` (epoch ms), in the order of `alarms`. An alarm
 * is left out if its instant is not reached and nothing changed that can trip or clear it.
 */
export function plansOf(machine: HeldMachine, alarms: readonly EvaluatedAlarm[], now: number): EvaluationPlan[] {
  return alarms.filter((alarm) => isConcerned(machine, alarm, now)).map((alarm) => planOf(machine, alarm, now))
}

function isConcerned(machine: HeldMachine, alarm: EvaluatedAlarm, now: number): boolean {
  if (machine.dirtyFrom !== null || (alarm.dueAt !== null && alarm.dueAt <= now)) return true
  if (machine.version <= machine.seenVersion) return false
  const { changedFrom, changedKinds } = machine
  if ((changedKinds & alarm.watchedKinds) !== 0 || !isQuiet(machine, alarm)) return true
  const isLate = changedFrom !== null && changedFrom < alarm.evaluatedTo
  return isLate && (changedKinds & kindsOf(alarm.alarmTypeId)) !== 0
}

/**
 * Returns true if no temperature is among the changes of the machine, or all are between `quietFrom` and `quietTo` of the alarm,
 * so that they do not change it.
 */
const isQuiet = ({ leastTemperature, mostTemperature }: HeldMachine, { quietFrom, quietTo }: EvaluatedAlarm): boolean =>
  leastTemperature === null ||
  mostTemperature === null ||
  isWithin({ from: quietFrom, to: quietTo }, leastTemperature, mostTemperature)

function planOf(machine: HeldMachine, alarm: EvaluatedAlarm, now: number): EvaluationPlan {
  const { alarmTypeId, args, evaluatedTo, argsFrom, baseAt, carriedAt } = alarm
  const { shiftReachMs, values } = needsOf(alarmTypeId, args)
  const changedFrom = changesFrom(machine, shiftReachMs)
  const evaluatedIfFailed = Math.min(evaluatedTo, changedFrom)
  const earliest = isMaintenance(alarmTypeId) ? Math.max(argsFrom, baseAt) : argsFrom
  const from = Math.max(earliest, evaluatedIfFailed)
  // A server whose clock is behind marks the last event as seen: it must not leave it out.
  const to = Math.max(now, from, machine.headAt ?? from)
  const time = { alarm, from, to, evaluatedTo: evaluatedAfter(machine, to), evaluatedIfFailed }
  if (!carries(alarmTypeId)) return { ...time, dataFrom: from, usesCarried: false }
  // Late data before the instant of what it carries makes that wrong.
  const needed = Math.min(from, changedFrom) - (values?.backMs ?? 0)
  const usesCarried = carriedAt !== null && carriedAt <= needed && carriedAt >= (values === undefined ? baseAt : 0)
  const earlier = usesCarried ? undefined : fromCheckpoint(alarm, needed)
  if (earlier !== undefined) return { ...time, alarm: earlier, dataFrom: earlier.carriedAt ?? from, usesCarried: true }
  const before = values === undefined ? baseAt : from - values.backMs
  return { ...time, dataFrom: usesCarried ? carriedAt : before, usesCarried }
}

/**
 * Returns the instant (epoch ms) from which the changes of a machine that are not evaluated yet can change an alarm whose type
 * reads shifts up to `shiftReachMs` before a change of them; infinity without changes.
 */
export function changesFrom(machine: HeldMachine, shiftReachMs: number): number {
  const hasNews = machine.version > machine.seenVersion && machine.changedFrom !== null
  const newsReachMs = (machine.changedKinds & CHANGE.shifts) === 0 ? 0 : shiftReachMs
  const newsFrom = hasNews ? (machine.changedFrom ?? 0) - newsReachMs : Number.POSITIVE_INFINITY
  const dirtyFrom = machine.dirtyFrom === null ? Number.POSITIVE_INFINITY : machine.dirtyFrom - shiftReachMs
  return Math.min(newsFrom, dirtyFrom)
}

/**
 * Returns an alarm of maintenance with the amounts of its last checkpoint between its base and `needed` (epoch ms), both
 * included; undefined if there is none.
 */
function fromCheckpoint(alarm: EvaluatedAlarm, needed: number): EvaluatedAlarm | undefined {
  const earlier = alarm.carried?.earlier ?? []
  const found = checkpointIn(earlier, alarm.baseAt, needed)
  if (found === undefined) return undefined
  const [at, amount] = found
  const progress = alarm.alarmTypeId === 5 ? { cycles: amount } : { runningMs: amount }
  return { ...alarm, carriedAt: at, carried: { ...progress, earlier: earlier.filter((entry) => entry[0] < at) } }
}

/**
 * Returns the instant (epoch ms) from which the next evaluation must go on unless data come late: the last event of the machine,
 * as what a device sends next comes after it. Never earlier than a day before `to`, so that it goes on in silence, and never
 * later than `to + 1`. Without any event, `to + 1`.
 */
const evaluatedAfter = ({ headAt }: HeldMachine, to: number): number =>
  headAt === null ? to + 1 : Math.min(to + 1, Math.max(headAt, to - DAY_MS))

/** Returns the kinds of changes (bits of `CHANGE`) that an alarm of a type depends on; 0 for type 7. */
function kindsOf(typeId: AlarmTypeId): number {
  const schedule = CHANGE.status | CHANGE.shifts
  if (typeId === 1) return schedule | CHANGE.cycles
  if (typeId === 5) return CHANGE.cycles
  if (typeId === 8) return CHANGE.values | CHANGE.unknownValues
  return typeId === 7 ? 0 : watchedKinds({ alarmTypeId: typeId, args: {} }, true, null)
}

/**
 * Returns the kinds of changes (bits of `CHANGE`) that can trip or clear an alarm before its next instant `nextAt` (epoch ms;
 * null: none). Left out are kinds that can only make that instant later, such as a further cycle or contact.
 */
export function watchedKinds(
  alarm: Pick<EvaluatedAlarm, 'alarmTypeId' | 'args'>,
  isTripped: boolean,
  nextAt: number | null,
): number {
  const schedule = CHANGE.status | CHANGE.shifts
  switch (alarm.alarmTypeId) {
    case 1:
      return isTripped ? schedule | CHANGE.cycles : schedule
    case 2:
    case 9:
    case 10:
      return schedule
    case 3:
      return CHANGE.impacts
    case 4:
      return isTripped || nextAt === null ? CHANGE.contact : 0
    case 5:
    case 7:
      return 0
    case 6:
      return CHANGE.status
    case 8:
      return watchesTemperature(alarm) ? CHANGE.unknownValues : CHANGE.values
    default:
      return ANY_CHANGE
  }
}

const watchesTemperature = ({ alarmTypeId, args }: Pick<EvaluatedAlarm, 'alarmTypeId' | 'args'>): boolean =>
  needsOf(alarmTypeId, args).values?.quantity === 'temperature'

/**
 * Returns the temperatures that leave an alarm as it is while `value` is in force; no bounds (both null) for an alarm that does
 * not watch the temperature.
 */
export const quietTemperatures = (alarm: EvaluatedAlarm, value: number | null): QuietBand =>
  watchesTemperature(alarm) ? quietBand(alarm.args, value) : { from: null, to: null }

/**
 * Returns the time (ms) after which an alarm is evaluated although nothing can trip it before; infinite where that is
 * not needed. Maintenance by cycles or running time: a minute, so that its counts stay current. Maintenance by time, or
 * tripped: ten minutes. A tripped alarm `Offline`: ten seconds, as a contact without events ends it. A telemetry alarm:
 * three to six hours, by its id, to renew the value that it begins with.
 */
export function refreshMs({ alarmId, alarmTypeId: typeId }: EvaluatedAlarm, isTripped: boolean): number {
  if (typeId === 8) return (180 + (alarmId % 180)) * MINUTE_MS
  if (typeId === 4 && isTripped) return MINUTE_MS / 6
  if (typeId === 7 || (isMaintenance(typeId) && isTripped)) return 10 * MINUTE_MS
  return typeId === 5 || typeId === 6 ? MINUTE_MS : Number.POSITIVE_INFINITY
}

import {
  applyOutputs,
  type DueMachine,
  type Evaluated,
  evaluateMachines,
  machinesToEvaluate,
  noticesOf,
  type TripNoticeContent,
} from '../modules/alarms/index.ts'
import { closeNotices, closeRepeats, enqueueNotices, type NewNotice, reopenNotices } from '../modules/notices/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { Unavailable } from '../platform/errors.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'

/**
 * Largest number of machines in one transaction. It is small, so that a transaction is short and others wait little for its
 * machines.
 */
const MOST_MACHINES = 200

export interface AlarmWork {
  readonly database: Database
  readonly clock: Clock
  /**
   * Called with the error when an alarm, or all alarms of a machine (`alarmId` null), could not be evaluated. The other alarms
   * were evaluated.
   */
  readonly failed: (error: unknown, about: FailedWork) => void
}

export interface FailedWork {
  readonly companyId: number
  readonly equipmentId: number
  readonly alarmId: number | null
}

/**
 * Evaluates the alarms of all machines that are due by the clock, by new data or by a change of a person. Several servers may run
 * it at once: each leaves out the machines that another one has locked. Throws only when the database is away or too busy.
 */
export async function evaluateAlarms(deps: AlarmWork): Promise<void> {
  const due = await machinesToEvaluate(deps.database, deps.clock.now())
  for (const [companyId, machines] of Map.groupBy(due, (machine) => machine.companyId))
    for (let i = 0; i < machines.length; i += MOST_MACHINES)
      await evaluateSome(deps, companyId, machines.slice(i, i + MOST_MACHINES))
}

/**
 * Multiples of the duration of a turn for which no alarm is evaluated afterwards, so that the server has time for devices and
 * pages. The rest is four times the turn, up to 700 ms, so that an alarm trips within its two seconds. After a longer turn, which
 * exceeds them anyway, it is twice the turn, up to 3 s. The next turn may begin up to 500 ms later, since work is looked for at
 * that interval.
 */
const [REST_PER_WORK, LEAST_REST_PER_WORK] = [4, 2]
const [LONGEST_REST_MS, LONGEST_REST_OF_LONG_MS] = [700, 3000]

/**
 * Returns the time (ms) for which no alarm is evaluated after a turn that took `tookMs` ms: four times as long, up to 700 ms;
 * after a turn of more than 350 ms twice as long, up to 3 s.
 */
export const restAfter = (tookMs: number): number =>
  Math.min(
    REST_PER_WORK * tookMs,
    Math.max(LONGEST_REST_MS, Math.min(LEAST_REST_PER_WORK * tookMs, LONGEST_REST_OF_LONG_MS)),
  )

/** Returns a function that evaluates alarms by `evaluateAlarms`, but does nothing during the time of `restAfter` after a turn. */
export function turnsOfAlarms(work: AlarmWork): () => Promise<void> {
  let restsUntil = 0
  return async () => {
    const began = work.clock.monotonicMs()
    if (began < restsUntil) return
    await evaluateAlarms(work)
    const ended = work.clock.monotonicMs()
    restsUntil = ended + restAfter(ended - began)
  }
}

/**
 * Evaluates machines of a company in one transaction. If that fails, evaluates them one by one, so that one machine does not stop
 * the others, and reports each failure. If the failure is `Unavailable`, throws it instead.
 */
async function evaluateSome(deps: AlarmWork, companyId: number, machines: readonly DueMachine[]): Promise<void> {
  const ids = machines.map(({ equipmentId }) => equipmentId)
  const { failed } = deps
  try {
    const evaluated = await asSystem(deps, companyId, (ctx) => evaluateIn(ctx, ids), { pool: 'ingest' })
    for (const { error, ...about } of evaluated.failed) failed(error, { companyId, ...about })
  } catch (error) {
    if (error instanceof Unavailable) throw error
    const [only] = ids
    if (only !== undefined && ids.length === 1) failed(error, { companyId, equipmentId: only, alarmId: null })
    else for (const machine of machines) await evaluateSome(deps, companyId, [machine])
  }
}

/**
 * Evaluates the alarms of machines that need it, except of machines that another transaction has locked. In the same transaction
 * closes, reopens and stores notices, switches outputs and states the change as a fact. Returns the evaluation, with the alarms
 * that failed.
 */
export async function evaluateIn(ctx: Ctx, equipmentIds: readonly number[]): Promise<Evaluated> {
  const evaluated = await evaluateMachines(ctx, equipmentIds)
  const { events, overIds, acknowledgedIds, reopenedIds, changed } = evaluated
  await closeNotices(ctx, overIds.map(topicOf))
  await closeRepeats(ctx, acknowledgedIds.map(topicOf))
  await reopenNotices(ctx, reopenedIds.map(topicOf))
  await enqueueNotices(ctx, (await noticesOf(ctx, events)).map(noticeOf))
  if (changed.length > 0) {
    const alarmId = changed.length === 1 ? (changed[0]?.alarmId ?? null) : null
    const machineIds = [...new Set(changed.map((alarm) => alarm.equipmentId))]
    await applyOutputs(ctx, machineIds)
    await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: machineIds, alarmId })
  }
  return evaluated
}

const topicOf = (tripId: number): string => `trip:${tripId}`

function noticeOf({ tripId, repeat, recipients, ...content }: TripNoticeContent): NewNotice {
  const event = content.about === 'repeat' ? `repeat:${repeat}` : content.about
  return { topic: topicOf(tripId), event, recipients, content: { kind: 'alarm', ...content } }
}

import { compareEvents } from '@millwatch/domain/telemetry'
import { KIND } from '../modules/ingest/index.ts'
import { encodeHints, type Hint, LIVE_CHANNEL } from '../modules/live/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { notify } from '../platform/db/notify.ts'
import type { Fresh } from './compute-machine.ts'
import type { Machine } from './machines.ts'

/** Machine before and after a commit, with its new events. */
export interface Change {
  readonly before: Machine
  readonly machine: Machine
  readonly news: Fresh
  readonly restated: boolean
}

/**
 * Returns the hints to publish to browsers for a commit, by machine id. `contacts` holds the time of receipt of any
 * message from a machine's primary device (epoch ms), by machine id.
 */
export function hintsOf(changes: readonly Change[], contacts: ReadonlyMap<number, number>): Map<number, Hint> {
  const hints = new Map<number, Hint>()
  for (const [equipmentId, at] of contacts) hints.set(equipmentId, { p: at })
  for (const change of changes) {
    const hint: Hint = { ...hints.get(change.machine.equipmentId), ...hintOf(change) }
    if (Object.keys(hint).length > 0) hints.set(change.machine.equipmentId, hint)
  }
  return hints
}

/**
 * Publishes hints in the transaction of the commit: every server receives them if it commits, and none if it does not.
 */
export async function sendHints(ctx: Ctx, hints: ReadonlyMap<number, Hint>): Promise<void> {
  await notify(ctx.tx, LIVE_CHANNEL, encodeHints(ctx.companyId, hints))
}

function hintOf({ before, machine, news, restated }: Change): Hint {
  const hint: Hint = {}
  const status = machine.tail.at(-1)
  const previous = before.tail.at(-1)
  if (status !== undefined && (previous?.status !== status.status || previous.startedAt !== status.startedAt)) {
    hint.s = [status.status, status.startedAt]
  }
  const newCycles = news.primary.filter(({ kind }) => kind === KIND.cycle)
  const cycles = newCycles.reduce((sum, { number }) => sum + (number ?? 1), 0)
  if (cycles > 0 || restated) {
    const { cycle } = machine.latest
    hint.y = [
      cycles,
      cycle?.at ?? null,
      cycle?.cycleMs ?? null,
      cycle?.temperature1 ?? null,
      cycle?.analogIn1 ?? null,
      newCycles.some((event) => event.isStartup && cycle !== null && compareEvents(event, cycle) === 0) ? 1 : 0,
      restated ? 1 : 0,
    ]
  }
  const { reading } = machine.latest
  if (reading !== null && reading !== before.latest.reading)
    hint.t = [reading.at, reading.temperature1, reading.analogIn1]
  return hint
}

import { DAY_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { JobKind, SubmittedJob } from '../../platform/jobs/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { equipmentByIds } from '../tree/index.ts'
import type { DeleteArgs, InsertArgs, ShiftEditKinds, UpdateArgs } from './edit-jobs.ts'
import { horizonsOf, shiftLocks, shiftRowsByIds, takeLocks } from './store-edits.ts'

/** Greatest length of a shift in ms; longer ones are refused as mistakes. */
const longestMs = 366 * DAY_MS

/**
 * Functions that submit edits of shift history as jobs, which run after the commit. Each checks the request, locks its machines
 * against other jobs, and states the fact. 404 for unknown rows or machines, 400 for a range that is empty or longer than 366
 * days and for a row given twice, 409 when another job has locked a machine or an edit begins before the horizon.
 */
export interface SubmitShiftEdits {
  insert(ctx: Ctx, asked: InsertArgs): Promise<SubmittedJob>
  update(ctx: Ctx, changes: UpdateArgs['changes']): Promise<SubmittedJob>
  remove(ctx: Ctx, ids: DeleteArgs['ids']): Promise<SubmittedJob>
}

export function submitShiftEdits(deps: Pick<Needs, 'jobs'>, kinds: ShiftEditKinds): SubmitShiftEdits {
  return {
    async insert(ctx, request) {
      refuseOdd(request, 'body/insert/end')
      const equipmentIds = inOrder(request.equipmentIds)
      const machines = await equipmentByIds(ctx, equipmentIds)
      if (machines.length < equipmentIds.length) throw new NotFound()
      const froms = new Map(equipmentIds.map((id) => [id, request.startedAt]))
      return submit(ctx, deps, kinds.insert, { ...request, equipmentIds }, froms)
    },
    async update(ctx, changes) {
      const rows = await knownRows(
        ctx,
        changes.map(({ id }) => id),
        'body/updates',
      )
      const after = changes.map((change) => ({ ...known(rows, change.id), ...change }))
      for (const [i, row] of after.entries()) refuseOdd(row, `body/updates/${i}/end`)
      const froms = firstOf([...rows.values(), ...after])
      return submit(ctx, deps, kinds.update, { changes, equipmentIds: inOrder(froms.keys()) }, froms)
    },
    async remove(ctx, ids) {
      const rows = await knownRows(ctx, ids, 'body/shiftHistoryIds')
      const froms = firstOf([...rows.values()])
      return submit(ctx, deps, kinds.remove, { ids, equipmentIds: inOrder(froms.keys()) }, froms)
    },
  }
}

const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

function refuseOdd({ startedAt, endedAt }: { startedAt: number; endedAt: number }, path: string): void {
  if (startedAt >= endedAt) throw new Invalid(`${path} must be after the start`)
  if (endedAt - startedAt > longestMs) throw new Invalid(`${path} must be within 366 days of the start`)
}

interface KnownRow {
  readonly equipmentId: number
  readonly startedAt: number
  readonly endedAt: number
}
type KnownRows = ReadonlyMap<number, KnownRow>

async function knownRows(ctx: Ctx, ids: readonly number[], path: string): Promise<KnownRows> {
  const wanted = new Set(ids)
  if (wanted.size < ids.length) throw new Invalid(`${path} names a shift twice`)
  const rows = await shiftRowsByIds(ctx, ids)
  if (rows.length < ids.length) throw new NotFound()
  return new Map(rows.map((row) => [row.id, row]))
}

function known(rows: KnownRows, id: number): KnownRow {
  const row = rows.get(id)
  if (!row) throw new NotFound()
  return row
}

/** Returns by machine id the earliest start (epoch ms) among its rows. */
function firstOf(rows: readonly Pick<KnownRow, 'equipmentId' | 'startedAt'>[]): Map<number, number> {
  const first = new Map<number, number>()
  for (const { equipmentId, startedAt } of rows) {
    first.set(equipmentId, Math.min(startedAt, first.get(equipmentId) ?? startedAt))
  }
  return first
}

/**
 * Creates the job, locks its machines and states the fact about the locks, in one transaction. 409 when another job has locked a
 * machine or an edit begins before a machine's horizon.
 */
async function submit<Args extends { readonly equipmentIds: readonly number[] }>(
  ctx: Ctx,
  { jobs }: Pick<Needs, 'jobs'>,
  kind: JobKind<Args>,
  args: Args,
  froms: ReadonlyMap<number, number>,
): Promise<SubmittedJob> {
  const { equipmentIds } = args
  for (const [id, horizon] of await horizonsOf(ctx, equipmentIds)) {
    if ((froms.get(id) ?? horizon) < horizon) throw new Conflict('before_horizon')
  }
  const job = await jobs.submit(ctx, kind, args)
  const [held] = await takeLocks(ctx, job.id, equipmentIds)
  if (held !== undefined) {
    const [machine] = await equipmentByIds(ctx, [held])
    throw new Conflict('shifts_locked', { path: machine?.name ?? '' })
  }
  const lock = (await shiftLocks(ctx, equipmentIds.slice(0, 1))).get(equipmentIds[0] ?? 0)
  if (lock) await stateFact(ctx, { kind: 'shift.locked', equipmentIds, ...lock })
  return job
}

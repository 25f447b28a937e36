import type { MachineChange } from '@millwatch/domain/facts'
import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftsEdited } from '@millwatch/domain/shifts'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict } from '../../platform/errors.ts'
import { JobFailed } from '../../platform/jobs/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { equipmentByIds } from '../tree/index.ts'
import { faultText } from './edit-text.ts'
import { type StoredShiftRow, shiftRowsTouching, voidsTouching } from './queries.ts'
import { holdPlans } from './store.ts'
import { deleteRows, horizonsOf, insertEdited, replaceVoids, shiftRowsByIds, updateEdited } from './store-edits.ts'

/** Requested edits of shift history by machine id: rows to insert, update and delete. */
export type EditsOf = Map<number, ShiftEdit>

export interface Editing {
  readonly operation: 'shift.insert' | 'shift.update' | 'shift.delete'
  readonly jobId: number
  readonly equipmentIds: readonly number[]
  readonly editsOf: () => Promise<EditsOf>
}

interface Edited extends ShiftsEdited<StoredShiftRow> {
  readonly equipmentId: number
  readonly rowsBefore: readonly StoredShiftRow[]
}

/**
 * Applies a job's edits of shift history to all its machines or to none, with audit entry and facts, which cause restatements and
 * new sums. Locks the plans of the machines. Returns the numbers of inserted, changed and deleted rows. Throws `JobFailed` with a
 * text for a person when rows would overlap or are gone, and 409 for an edit before the horizon.
 */
export async function applyEdits(ctx: Ctx, { operation, jobId, equipmentIds, editsOf }: Editing): Promise<object> {
  // Before the plans, as everybody who writes shifts: it may take the lock of planning.
  const edits = await editsOf()
  await holdPlans(ctx, equipmentIds)
  const ids = [...edits.keys()].sort((a, b) => a - b)
  const names = new Map((await equipmentByIds(ctx, ids)).map((machine) => [machine.equipmentId, machine.name]))
  const nameOf = (id: number) => names.get(id) ?? `machine ${id}`
  const span = await spanOf(ctx, edits)
  const edited = await decide(ctx, ids, edits, span, nameOf)
  await refuseBeforeHorizon(ctx, edited, nameOf)

  await deleteRows(
    ctx,
    edited.flatMap(({ removed }) => removed.map(({ id }) => id)),
  )
  await updateEdited(
    ctx,
    edited.flatMap(({ changed }) => changed.map(({ after }) => after)),
  )
  await insertEdited(
    ctx,
    edited.flatMap(({ equipmentId, inserted }) => inserted.map((row) => ({ ...row, equipmentId }))),
  )
  await replaceVoids(
    ctx,
    ids,
    span,
    edited.flatMap(({ equipmentId, voids }) => voids.map((range) => ({ ...range, equipmentId }))),
  )

  await stateFact(ctx, { kind: 'machine.changed', changes: edited.flatMap(changesOf) })
  await recordAudit(ctx, { operation, subject: `job/${jobId}`, ...whatChanged(edited) })
  await stateFact(ctx, { kind: 'shift.edited', equipmentIds: ids, jobId })
  const count = (listOf: (edits: Edited) => readonly unknown[]) =>
    edited.reduce((sum, edits) => sum + listOf(edits).length, 0)
  return {
    inserted: count(({ inserted }) => inserted),
    changed: count(({ changed }) => changed),
    deleted: count(({ removed }) => removed),
  }
}

/**
 * Gap in ms up to which edited ranges are joined into one change, so that thousands of edited rows cause only a few computations
 * of status.
 */
const joinedWithinMs = 7 * DAY_MS

function changesOf({ equipmentId, touched, rowsBefore }: Edited): MachineChange[] {
  const ranges: { from: number; to: number }[] = []
  for (const { from, to } of touched) {
    const last = ranges.at(-1)
    if (last && from - last.to <= joinedWithinMs) last.to = to
    else ranges.push({ from, to })
  }
  return ranges.map(({ from, to }) => {
    const shifts = rowsBefore.filter((row) => row.startedAt < to && row.endedAt > from)
    return { equipmentId, from, to, parts: ['shifts'], before: { shifts } }
  })
}

/**
 * Returns the range (epoch ms) from the first start to the last end of all edited rows, as they are before and after the edits.
 * Without a row, it is from infinity to 0.
 */
async function spanOf(ctx: Ctx, edits: EditsOf): Promise<Range> {
  const all = [...edits.values()]
  const changes = all.flatMap(({ update = [] }) => update)
  const ids = [...changes.map(({ id }) => id), ...all.flatMap(({ remove = [] }) => remove)]
  const rows = [...(await shiftRowsByIds(ctx, ids)), ...all.flatMap(({ insert = [] }) => insert)]
  const starts = [...rows, ...changes].flatMap(({ startedAt }) => startedAt ?? [])
  const ends = [...rows, ...changes].flatMap(({ endedAt }) => endedAt ?? [])
  return {
    from: starts.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    to: ends.reduce((most, at) => Math.max(most, at), 0),
  }
}

async function decide(
  ctx: Ctx,
  ids: readonly number[],
  edits: EditsOf,
  { from, to }: Range,
  nameOf: (id: number) => string,
): Promise<Edited[]> {
  const rows = await shiftRowsTouching(ctx, ids, from, to)
  const voids = await voidsTouching(ctx, ids, from, to)
  return ids.map((equipmentId) => {
    const history = { rows: rows.get(equipmentId) ?? [], voids: voids.get(equipmentId) ?? [] }
    const outcome = editShifts(history, edits.get(equipmentId) ?? {})
    if ('fault' in outcome) throw new JobFailed(faultText(nameOf(equipmentId), outcome.fault))
    return { equipmentId, rowsBefore: history.rows, ...outcome.edited }
  })
}

async function refuseBeforeHorizon(ctx: Ctx, edited: readonly Edited[], nameOf: (id: number) => string): Promise<void> {
  const horizons = await horizonsOf(
    ctx,
    edited.map(({ equipmentId }) => equipmentId),
  )
  for (const { equipmentId, touched } of edited) {
    const horizon = horizons.get(equipmentId)
    if (horizon === undefined || (touched[0]?.from ?? horizon) >= horizon) continue
    throw new Conflict('before_horizon', { path: nameOf(equipmentId) })
  }
}

const noted = (equipmentId: number, { shift, startedAt, endedAt }: Omit<ShiftEntry, 'id'>) => ({
  equipmentId,
  shift,
  startedAt,
  endedAt,
})

function whatChanged(edited: readonly Edited[]): { before: object; after: object } {
  return {
    before: edited.flatMap(({ equipmentId, changed, removed }) =>
      [...changed.map(({ before }) => before), ...removed].map((row) => ({ id: row.id, ...noted(equipmentId, row) })),
    ),
    after: edited.flatMap(({ equipmentId, changed, inserted }) => [
      ...changed.map(({ after }) => ({ id: after.id, ...noted(equipmentId, after) })),
      ...inserted.map((row) => noted(equipmentId, row)),
    ]),
  }
}

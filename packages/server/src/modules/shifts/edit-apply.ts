import type { MachineChange } from '@millwatch/domain/facts'
import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftsEdited } from '@millwatch/domain/shifts'
import { DAY_MS, joined } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict } from '../../platform/errors.ts'
import { JobFailed } from '../../platform/jobs/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { equipmentByIds } from '../tree/index.ts'
import { faultText } from './edit-text.ts'
import { type RangeOfMachine, type StoredShiftRow, shiftRowsInRanges, voidsInRanges } from './queries.ts'
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
  const ranges = await rangesOf(ctx, edits)
  const edited = await decide(ctx, edits, ranges, nameOf)
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
    ranges,
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
  return joined(touched, joinedWithinMs).map(({ from, to }) => {
    const shifts = rowsBefore.filter((row) => row.startedAt < to && row.endedAt > from)
    return { equipmentId, from, to, parts: ['shifts'], before: { shifts } }
  })
}

/**
 * Returns for each machine the range (epoch ms) from the first start to the last end of its edited rows, as they are before and
 * after the edits. Omits a machine of whose rows none is stored or inserted.
 */
async function rangesOf(ctx: Ctx, edits: EditsOf): Promise<RangeOfMachine[]> {
  const idsOf = ({ update = [], remove = [] }: ShiftEdit) => [...update.map(({ id }) => id), ...remove]
  const stored = await shiftRowsByIds(ctx, [...edits.values()].flatMap(idsOf))
  const byId = new Map(stored.map((row) => [row.id, row]))
  return [...edits].flatMap(([equipmentId, edit]) => {
    const before = idsOf(edit).flatMap((id) => byId.get(id) ?? [])
    const rows = [...before, ...(edit.insert ?? []), ...(edit.update ?? [])]
    const starts = rows.flatMap(({ startedAt }) => startedAt ?? [])
    const ends = rows.flatMap(({ endedAt }) => endedAt ?? [])
    const from = starts.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
    const to = ends.reduce((most, at) => Math.max(most, at), 0)
    return from < to ? [{ equipmentId, from, to }] : []
  })
}

async function decide(
  ctx: Ctx,
  edits: EditsOf,
  ranges: readonly RangeOfMachine[],
  nameOf: (id: number) => string,
): Promise<Edited[]> {
  const rows = await shiftRowsInRanges(ctx, ranges)
  const voids = await voidsInRanges(ctx, ranges)
  return [...edits]
    .sort(([a], [b]) => a - b)
    .map(([equipmentId, edit]) => {
      const history = { rows: rows.get(equipmentId) ?? [], voids: voids.get(equipmentId) ?? [] }
      const outcome = editShifts(history, edit)
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

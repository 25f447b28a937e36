import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftsEdited } from '@millwatch/domain/shifts'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict } from '../../platform/errors.ts'
import { JobFailed } from '../../platform/jobs/index.ts'
import { equipmentByIds, type MachineChange, type MachinesChanged } from '../tree/index.ts'
import { faultText } from './edit-text.ts'
import { type StoredShiftRow, shiftRowsTouching, voidsTouching } from './queries.ts'
import { holdPlans } from './store.ts'
import { deleteRows, horizonsOf, insertEdited, replaceVoids, shiftRowsByIds, updateEdited } from './store-edits.ts'

/** What is to be done to the shift history of machines, by machine. */
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
 * Edits shift history of machines, with everything that follows from it: all of it or nothing. Nobody writes shifts of
 * these machines meanwhile (`holdPlans`). Throws `JobFailed` with what is in the way.
 */
export async function applyEdits(
  ctx: Ctx,
  { machinesChanged }: { machinesChanged: MachinesChanged },
  { operation, jobId, equipmentIds, editsOf }: Editing,
): Promise<object> {
  // Before the plans, as everybody who writes shifts: it may take the lock of planning.
  const edits = await editsOf()
  await holdPlans(ctx, equipmentIds)
  const ids = [...edits.keys()].sort((a, b) => a - b)
  const names = new Map((await equipmentByIds(ctx, ids)).map((one) => [one.equipment_id, one.name]))
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
    edited.flatMap(({ equipmentId, voids }) => voids.map((one) => ({ ...one, equipmentId }))),
  )

  await machinesChanged(ctx, edited.flatMap(changesOf))
  await recordAudit(ctx, { operation, subject: `job/${jobId}`, ...whatChanged(edited) })
  const count = (of: (one: Edited) => readonly unknown[]) => edited.reduce((sum, one) => sum + of(one).length, 0)
  return {
    inserted: count(({ inserted }) => inserted),
    changed: count(({ changed }) => changed),
    deleted: count(({ removed }) => removed),
  }
}

/** What lies closer together is one change: thousands of rows edited at once are a few stretches, each told once. */
const joinedWithinMs = 7 * DAY_MS

function changesOf({ equipmentId, touched, rowsBefore }: Edited): MachineChange[] {
  const stretches: { from: number; to: number }[] = []
  for (const { from, to } of touched) {
    const last = stretches.at(-1)
    if (last && from - last.to <= joinedWithinMs) last.to = to
    else stretches.push({ from, to })
  }
  return stretches.map(({ from, to }) => {
    const shifts = rowsBefore.filter((row) => row.startedAt < to && row.endedAt > from)
    return { equipmentId, from, to, parts: ['shifts'], was: { shifts } }
  })
}

/** From the first instant to the last that the edits can meet: rows as they are, and as they would be. */
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

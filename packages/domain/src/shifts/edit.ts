import type { Range } from '../time/index.ts'
import { unionOf, without } from './edit-spans.ts'
import type { Shift, ShiftRow } from './types.ts'

/** A row of shift history that is there. */
export interface ShiftEntry extends ShiftRow {
  readonly id: number
}

/** Shift history of one machine, as far as an edit can meet it. */
export interface ShiftHistory<Entry extends ShiftEntry = ShiftEntry> {
  readonly rows: readonly Entry[]
  /** Spans that a person emptied: no schedule writes there again. */
  readonly voids: readonly Range[]
}

/** What of a row is to be different; what is left out stays. Instants in epoch ms. */
export interface ShiftChange {
  readonly id: number
  readonly shift?: Shift
  readonly startedAt?: number
  readonly endedAt?: number
}

/** What a person does to the shift history of one machine, all at once. */
export interface ShiftEdit {
  readonly insert?: readonly ShiftRow[]
  readonly update?: readonly ShiftChange[]
  readonly remove?: readonly number[]
}

/** What an edit makes of shift history, as differences. */
export interface ShiftsEdited<Entry extends ShiftEntry = ShiftEntry> {
  readonly inserted: readonly ShiftRow[]
  readonly changed: readonly { readonly before: Entry; readonly after: Entry }[]
  readonly removed: readonly Entry[]
  /** All voids afterwards, ascending, apart from one another and from what is scheduled by hand. */
  readonly voids: readonly Range[]
  /** When scheduled time, or its shift, differs afterwards; ascending, not touching. */
  readonly touched: readonly Range[]
}

/** Why an edit cannot be. */
export type ShiftEditFault<Entry extends ShiftEntry = ShiftEntry> =
  /** There is no such row (any more). */
  | { readonly kind: 'unknown'; readonly id: number }
  /** It would not end after it starts. */
  | { readonly kind: 'empty'; readonly row: ShiftRow }
  /** It would lie over another: `over` is that one as it would stand. */
  | { readonly kind: 'overlap'; readonly row: ShiftRow; readonly over: ShiftRow | Entry }

export type ShiftEditOutcome<Entry extends ShiftEntry = ShiftEntry> =
  | { readonly edited: ShiftsEdited<Entry> }
  | { readonly fault: ShiftEditFault<Entry> }

interface Standing {
  readonly row: ShiftRow
  /** Put there by this edit. */
  readonly isNew: boolean
}

/**
 * Inserts, changes and removes rows of one machine's shift history, all or nothing (domain, section 4). Whether rows
 * overlap is asked of the outcome, so that rows may change places. What a row no longer covers becomes void; where a row
 * is put there is no void any more: what a person did last is what counts against any later writing of a schedule.
 */
export function editShifts<Entry extends ShiftEntry>(
  history: ShiftHistory<Entry>,
  edit: ShiftEdit,
): ShiftEditOutcome<Entry> {
  const byId = new Map(history.rows.map((row) => [row.id, row]))
  const missing = [...(edit.update ?? []).map(({ id }) => id), ...(edit.remove ?? [])].find((id) => !byId.has(id))
  if (missing !== undefined) return { fault: { kind: 'unknown', id: missing } }

  const changed = changesOf(byId, edit.update ?? [])
  const removed = (edit.remove ?? []).flatMap((id) => byId.get(id) ?? [])
  const inserted = edit.insert ?? []
  const gone = new Set([...changed.map(({ before }) => before.id), ...removed.map(({ id }) => id)])
  const put = [...changed.map(({ after }) => after), ...inserted]
  const kept = history.rows.filter(({ id }) => !gone.has(id))
  const fault = faultIn([...kept.map(standing(false)), ...put.map(standing(true))])
  if (fault) return { fault: fault as ShiftEditFault<Entry> }

  const left = [...changed.map(({ before }) => before), ...removed].map(spanOf)
  const taken = put.map(spanOf)
  return {
    edited: {
      inserted,
      changed,
      removed,
      voids: without([...history.voids, ...left], taken),
      touched: unionOf([...left, ...taken]),
    },
  }
}

/** Rows that are to be as they are already are not changed. */
function changesOf<Entry extends ShiftEntry>(rows: ReadonlyMap<number, Entry>, changes: readonly ShiftChange[]) {
  return changes.flatMap(({ id, shift, startedAt, endedAt }) => {
    const before = rows.get(id)
    if (!before) return []
    const after = {
      ...before,
      shift: shift ?? before.shift,
      startedAt: startedAt ?? before.startedAt,
      endedAt: endedAt ?? before.endedAt,
    }
    const same =
      after.shift === before.shift && after.startedAt === before.startedAt && after.endedAt === before.endedAt
    return same ? [] : [{ before, after }]
  })
}

const spanOf = ({ startedAt, endedAt }: ShiftRow): Range => ({ from: startedAt, to: endedAt })
const standing =
  (isNew: boolean) =>
  (row: ShiftRow): Standing => ({ row, isNew })

function faultIn(all: readonly Standing[]): ShiftEditFault | undefined {
  const empty = all.find(({ row }) => row.startedAt >= row.endedAt)
  if (empty) return { kind: 'empty', row: empty.row }
  const inOrder = [...all].sort((a, b) => a.row.startedAt - b.row.startedAt)
  for (const [i, later] of inOrder.entries()) {
    const earlier = inOrder[i - 1]
    if (!earlier || earlier.row.endedAt <= later.row.startedAt) continue
    // The one that was there is the one to name.
    const [put, over] = later.isNew ? [later, earlier] : [earlier, later]
    return { kind: 'overlap', row: put.row, over: over.row }
  }
  return undefined
}

import { joined, type Range, without } from '../time/index.ts'
import type { Shift, ShiftRow } from './types.ts'

/** Row of shift history as it is stored, with its id. */
export interface ShiftEntry extends ShiftRow {
  readonly id: number
}

/** Shift history of one machine, at least the part that an edit can change. */
export interface ShiftHistory<Entry extends ShiftEntry = ShiftEntry> {
  readonly rows: readonly Entry[]
  /** Spans that a person emptied; no schedule writes there again. */
  readonly voids: readonly Range[]
}

/** Change of one row; an absent field keeps its value. Instants are epoch ms. */
export interface ShiftChange {
  readonly id: number
  readonly shift?: Shift
  readonly startedAt?: number
  readonly endedAt?: number
}

/** Edit of the shift history of one machine: rows to insert, rows to change, and ids of rows to remove. */
export interface ShiftEdit {
  readonly insert?: readonly ShiftRow[]
  readonly update?: readonly ShiftChange[]
  readonly remove?: readonly number[]
}

/**
 * Result of an edit: the rows to insert, change and remove, the emptied spans afterwards, and the time of all edited rows. A
 * change that leaves its row as it was is left out.
 */
export interface ShiftsEdited<Entry extends ShiftEntry = ShiftEntry> {
  readonly inserted: readonly ShiftRow[]
  readonly changed: readonly { readonly before: Entry; readonly after: Entry }[]
  readonly removed: readonly Entry[]
  /** All emptied spans afterwards, ascending, without overlap and without the rows of the edit. */
  readonly voids: readonly Range[]
  /** Whole spans of the edited rows, as they were and as they will be; ascending, not touching. May contain unchanged time. */
  readonly touched: readonly Range[]
}

/** Reason why an edit is refused, with the row that is at fault. */
export type ShiftEditFault<Entry extends ShiftEntry = ShiftEntry> =
  /** The row does not exist (any more). */
  | { readonly kind: 'unknown'; readonly id: number }
  /** The row would not end after it starts. */
  | { readonly kind: 'empty'; readonly row: ShiftRow }
  /** The row would overlap another one; `over` is that other row as it would be after the edit. */
  | { readonly kind: 'overlap'; readonly row: ShiftRow; readonly over: ShiftRow | Entry }

export type ShiftEditOutcome<Entry extends ShiftEntry = ShiftEntry> =
  | { readonly edited: ShiftsEdited<Entry> }
  | { readonly fault: ShiftEditFault<Entry> }

interface EditedRow {
  readonly row: ShiftRow
  /** True when this edit inserts or changes the row. */
  readonly isNew: boolean
}

/**
 * Applies an edit to one machine's shift history (domain, section 4). Returns the rows to write, or the first fault, and changes
 * nothing itself. Overlap is checked on the result, so rows may swap places. The time that a row no longer covers becomes void,
 * and an inserted or changed row ends a void there: a schedule never overwrites the last edit of a person.
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
  const fault = faultIn([...kept.map(markedAs(false)), ...put.map(markedAs(true))])
  if (fault) return { fault: fault as ShiftEditFault<Entry> }

  const left = [...changed.map(({ before }) => before), ...removed].map(spanOf)
  const taken = put.map(spanOf)
  return {
    edited: {
      inserted,
      changed,
      removed,
      voids: without([...history.voids, ...left], taken),
      touched: joined([...left, ...taken]),
    },
  }
}

/** Returns the rows that an update really changes, before and after; a row that stays equal is left out. */
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
const markedAs =
  (isNew: boolean) =>
  (row: ShiftRow): EditedRow => ({ row, isNew })

function faultIn(all: readonly EditedRow[]): ShiftEditFault | undefined {
  const empty = all.find(({ row }) => row.startedAt >= row.endedAt)
  if (empty) return { kind: 'empty', row: empty.row }
  const inOrder = [...all].sort((a, b) => a.row.startedAt - b.row.startedAt)
  for (const [i, later] of inOrder.entries()) {
    const earlier = inOrder[i - 1]
    if (!earlier || earlier.row.endedAt <= later.row.startedAt) continue
    // `over` names the row that was there before the edit.
    const [put, over] = later.isNew ? [later, earlier] : [earlier, later]
    return { kind: 'overlap', row: put.row, over: over.row }
  }
  return undefined
}

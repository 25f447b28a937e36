import fc from 'fast-check'
import { expect } from 'vitest'
import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftHistory, type ShiftRow } from './index.ts'

export const row = (startedAt: number, endedAt: number, shift: ShiftRow['shift'] = 1): ShiftRow => ({
  shift,
  startedAt,
  endedAt,
  zone: 'America/New_York',
})

/** Reference model of shift history: for every instant a shift, a void, or neither. */
class ReferenceHistory {
  readonly cells = new Map<number, ShiftRow['shift'] | 'void'>()
  paint(from: number, to: number, content: ShiftRow['shift'] | 'void') {
    for (let at = from; at < to; at++) this.cells.set(at, content)
  }
}
const cellsOf = ({ rows, voids }: ShiftHistory) => {
  const cells = new ReferenceHistory()
  for (const { from, to } of voids) cells.paint(from, to, 'void')
  for (const { startedAt, endedAt, shift } of rows) cells.paint(startedAt, endedAt, shift)
  return new Map([...cells.cells].sort(([a], [b]) => a - b))
}

let nextId = 1000
function applied(before: ShiftHistory, edit: ShiftEdit): ShiftHistory | undefined {
  const outcome = editShifts(before, edit)
  if ('fault' in outcome) return undefined
  const { inserted, changed, removed, voids } = outcome.edited
  const after = new Map(before.rows.map((entry) => [entry.id, entry]))
  for (const { id } of removed) after.delete(id)
  for (const { after: now } of changed) after.set(now.id, now)
  for (const entry of inserted) after.set(++nextId, { id: nextId, ...entry })
  return { rows: [...after.values()], voids }
}

const shift = fc.constantFrom<ShiftRow['shift']>(0, 1, 2, 3)
const span = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
const step = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), span, shift }),
  fc.record({ kind: fc.constant('update' as const), nth: fc.nat(8), span, shift, parts: fc.nat(7) }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(8) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function editOf({ rows }: ShiftHistory, action: Step): ShiftEdit {
  if (action.kind === 'insert') return { insert: [row(action.span[0], action.span[0] + action.span[1], action.shift)] }
  const id = rows[action.nth % Math.max(1, rows.length)]?.id ?? 1
  if (action.kind === 'remove') return { remove: [id] }
  const { span: to, shift: nextShift, parts } = action
  return {
    update: [
      {
        id,
        ...(parts & 1 ? { startedAt: to[0] } : {}),
        ...(parts & 2 ? { endedAt: to[0] + to[1] } : {}),
        ...(parts & 4 ? { shift: nextShift } : {}),
      },
    ],
  }
}

const rowOf = ({ rows }: ShiftHistory, id: number): ShiftEntry => {
  const found = rows.find((entry) => entry.id === id)
  if (!found) throw new Error(`no row ${id}`)
  return found
}
const paint = (cells: Map<number, unknown>, { startedAt, endedAt }: ShiftRow, content: unknown) => {
  for (let at = startedAt; at < endedAt; at++) cells.set(at, content)
}

function isPossible({ rows }: ShiftHistory, edit: ShiftEdit): boolean {
  const ids = new Set(rows.map(({ id }) => id))
  const named = [...(edit.remove ?? []), ...(edit.update ?? []).map(({ id }) => id)]
  if (named.some((id) => !ids.has(id))) return false
  const changes = new Map((edit.update ?? []).map((change) => [change.id, change]))
  const all: ShiftRow[] = [
    ...rows.filter(({ id }) => !edit.remove?.includes(id)).map((entry) => ({ ...entry, ...changes.get(entry.id) })),
    ...(edit.insert ?? []),
  ]
  const taken = new Set<number>()
  for (const { startedAt, endedAt } of all) {
    if (startedAt >= endedAt) return false
    for (let at = startedAt; at < endedAt; at++) {
      if (taken.has(at)) return false
      taken.add(at)
    }
  }
  return true
}

/** Checks random sequences of edits: rows never overlap, and every instant has the result of the last edit. */
export const sequencesKeepWhatWasDone = (numRuns: number) =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let now: ShiftHistory = { rows: [], voids: [] }
      for (const action of steps) {
        const edit = editOf(now, action)
        const before = cellsOf(now)
        const next = applied(now, edit)
        if (!next) {
          // A refused edit must be impossible in the reference model too.
          expect(isPossible(now, edit)).toBe(false)
          continue
        }
        expect(isPossible(now, edit)).toBe(true)
        const reference = new Map(before)
        for (const id of edit.remove ?? []) paint(reference, rowOf(now, id), 'void')
        for (const { id } of edit.update ?? []) paint(reference, rowOf(now, id), 'void')
        for (const { id } of edit.update ?? []) paint(reference, rowOf(next, id), rowOf(next, id).shift)
        for (const entry of edit.insert ?? []) paint(reference, entry, entry.shift)
        expect(cellsOf(next)).toEqual(new Map([...reference].sort(([a], [b]) => a - b)))
        const inOrder = [...next.rows].sort((a, b) => a.startedAt - b.startedAt)
        for (const [i, entry] of inOrder.entries()) expect(entry.startedAt >= (inOrder[i - 1]?.endedAt ?? 0)).toBe(true)
        for (const [i, span] of next.voids.entries()) {
          expect(span.from < span.to && span.from > (next.voids[i - 1]?.to ?? -1)).toBe(true)
          expect(inOrder.some(({ startedAt, endedAt }) => startedAt < span.to && endedAt > span.from)).toBe(false)
        }
        now = next
      }
    }),
    { numRuns },
  )

/** Checks that every difference lies within the spans that the edit reports as touched. */
export const touchedHoldsWhatDiffers = (numRuns: number) =>
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let now: ShiftHistory = { rows: [], voids: [] }
      for (const action of steps) {
        const outcome = editShifts(now, editOf(now, action))
        if ('fault' in outcome) continue
        const next = applied(now, editOf(now, action)) ?? now
        const [cellsBefore, cellsAfter] = [cellsOf(now), cellsOf(next)]
        const { touched } = outcome.edited
        for (const at of new Set([...cellsBefore.keys(), ...cellsAfter.keys()])) {
          const inside = touched.some(({ from, to }) => from <= at && at < to)
          if (cellsBefore.get(at) !== cellsAfter.get(at)) expect(inside).toBe(true)
        }
        now = next
      }
    }),
    { numRuns },
  )

/** Checks that an insert followed by its delete leaves what counts unchanged. */
export const insertThenDeleteIsIdentity = (numRuns: number) =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), span, shift, (steps, [from, length], kind) => {
      let now: ShiftHistory = { rows: [], voids: [] }
      for (const action of steps) now = applied(now, editOf(now, action)) ?? now
      const inserted = applied(now, { insert: [row(from, from + length, kind)] })
      if (!inserted) return
      const added = inserted.rows.filter(({ id }) => !now.rows.some((entry) => entry.id === id))
      const back = applied(inserted, { remove: added.map(({ id }) => id) })
      expect(back?.rows).toEqual(now.rows)
    }),
    { numRuns },
  )

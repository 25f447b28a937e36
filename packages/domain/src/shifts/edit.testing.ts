import fc from 'fast-check'
import { expect } from 'vitest'
import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftHistory, type ShiftRow } from './index.ts'

export const row = (startedAt: number, endedAt: number, shift: ShiftRow['shift'] = 1): ShiftRow => ({
  shift,
  startedAt,
  endedAt,
  zone: 'America/New_York',
})

/** Shift history kept the obvious way: for every instant a shift, a void, or neither. */
class Naive {
  readonly cells = new Map<number, ShiftRow['shift'] | 'void'>()
  paint(from: number, to: number, what: ShiftRow['shift'] | 'void') {
    for (let at = from; at < to; at++) this.cells.set(at, what)
  }
}
const cellsOf = ({ rows, voids }: ShiftHistory) => {
  const cells = new Naive()
  for (const { from, to } of voids) cells.paint(from, to, 'void')
  for (const { startedAt, endedAt, shift } of rows) cells.paint(startedAt, endedAt, shift)
  return new Map([...cells.cells].sort(([a], [b]) => a - b))
}

let nextId = 1000
function applied(before: ShiftHistory, edit: ShiftEdit): ShiftHistory | undefined {
  const outcome = editShifts(before, edit)
  if ('fault' in outcome) return undefined
  const { inserted, changed, removed, voids } = outcome.edited
  const after = new Map(before.rows.map((one) => [one.id, one]))
  for (const { id } of removed) after.delete(id)
  for (const { after: now } of changed) after.set(now.id, now)
  for (const one of inserted) after.set(++nextId, { id: nextId, ...one })
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

function editOf({ rows }: ShiftHistory, one: Step): ShiftEdit {
  if (one.kind === 'insert') return { insert: [row(one.span[0], one.span[0] + one.span[1], one.shift)] }
  const id = rows[one.nth % Math.max(1, rows.length)]?.id ?? 1
  if (one.kind === 'remove') return { remove: [id] }
  const { span: to, shift: nextShift, parts } = one
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
  const found = rows.find((one) => one.id === id)
  if (!found) throw new Error(`no row ${id}`)
  return found
}
const paint = (cells: Map<number, unknown>, { startedAt, endedAt }: ShiftRow, what: unknown) => {
  for (let at = startedAt; at < endedAt; at++) cells.set(at, what)
}

function isPossible({ rows }: ShiftHistory, edit: ShiftEdit): boolean {
  const known = new Set(rows.map(({ id }) => id))
  const named = [...(edit.remove ?? []), ...(edit.update ?? []).map(({ id }) => id)]
  if (named.some((id) => !known.has(id))) return false
  const changes = new Map((edit.update ?? []).map((one) => [one.id, one]))
  const all: ShiftRow[] = [
    ...rows.filter(({ id }) => !edit.remove?.includes(id)).map((one) => ({ ...one, ...changes.get(one.id) })),
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

/** Any sequence of edits: rows never overlap, and every instant is what was last done to it. */
export const sequencesKeepWhatWasDone = (numRuns: number) =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let now: ShiftHistory = { rows: [], voids: [] }
      for (const one of steps) {
        const edit = editOf(now, one)
        const before = cellsOf(now)
        const next = applied(now, edit)
        if (!next) {
          // Refused: there is a reason in the naive model, too.
          expect(isPossible(now, edit)).toBe(false)
          continue
        }
        expect(isPossible(now, edit)).toBe(true)
        const naive = new Map(before)
        for (const id of edit.remove ?? []) paint(naive, rowOf(now, id), 'void')
        for (const { id } of edit.update ?? []) paint(naive, rowOf(now, id), 'void')
        for (const { id } of edit.update ?? []) paint(naive, rowOf(next, id), rowOf(next, id).shift)
        for (const one of edit.insert ?? []) paint(naive, one, one.shift)
        expect(cellsOf(next)).toEqual(new Map([...naive].sort(([a], [b]) => a - b)))
        const inOrder = [...next.rows].sort((a, b) => a.startedAt - b.startedAt)
        for (const [i, one] of inOrder.entries()) expect(one.startedAt >= (inOrder[i - 1]?.endedAt ?? 0)).toBe(true)
        for (const [i, one] of next.voids.entries()) {
          expect(one.from < one.to && one.from > (next.voids[i - 1]?.to ?? -1)).toBe(true)
          expect(inOrder.some(({ startedAt, endedAt }) => startedAt < one.to && endedAt > one.from)).toBe(false)
        }
        now = next
      }
    }),
    { numRuns },
  )

/** What differs is within what is said to be touched. */
export const touchedHoldsWhatDiffers = (numRuns: number) =>
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let now: ShiftHistory = { rows: [], voids: [] }
      for (const one of steps) {
        const outcome = editShifts(now, editOf(now, one))
        if ('fault' in outcome) continue
        const next = applied(now, editOf(now, one)) ?? now
        const [was, is] = [cellsOf(now), cellsOf(next)]
        const { touched } = outcome.edited
        for (const at of new Set([...was.keys(), ...is.keys()])) {
          const inside = touched.some(({ from, to }) => from <= at && at < to)
          if (was.get(at) !== is.get(at)) expect(inside).toBe(true)
        }
        now = next
      }
    }),
    { numRuns },
  )

/** To insert and to delete again leaves what counts as it was. */
export const insertThenDeleteIsIdentity = (numRuns: number) =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), span, shift, (steps, [from, length], kind) => {
      let now: ShiftHistory = { rows: [], voids: [] }
      for (const one of steps) now = applied(now, editOf(now, one)) ?? now
      const inserted = applied(now, { insert: [row(from, from + length, kind)] })
      if (!inserted) return
      const added = inserted.rows.filter(({ id }) => !now.rows.some((one) => one.id === id))
      const back = applied(inserted, { remove: added.map(({ id }) => id) })
      expect(back?.rows).toEqual(now.rows)
    }),
    { numRuns },
  )

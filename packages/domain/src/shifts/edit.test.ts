import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftHistory, type ShiftRow } from './index.ts'

const zone = 'America/New_York'
const row = (startedAt: number, endedAt: number, shift: ShiftRow['shift'] = 1): ShiftRow => ({
  shift,
  startedAt,
  endedAt,
  zone,
})
const entry = (id: number, startedAt: number, endedAt: number, shift: ShiftRow['shift'] = 1): ShiftEntry => ({
  id,
  ...row(startedAt, endedAt, shift),
})
const history = (rows: ShiftEntry[], voids: { from: number; to: number }[] = []): ShiftHistory => ({ rows, voids })

function edited(before: ShiftHistory, edit: ShiftEdit) {
  const outcome = editShifts(before, edit)
  if ('fault' in outcome) throw new Error(JSON.stringify(outcome.fault))
  return outcome.edited
}
function fault(before: ShiftHistory, edit: ShiftEdit) {
  const outcome = editShifts(before, edit)
  return 'fault' in outcome ? outcome.fault : undefined
}

describe('an insertion', () => {
  test('takes its place between others, whom it may touch', () => {
    const before = history([entry(1, 0, 10), entry(2, 20, 30)])
    expect(edited(before, { insert: [row(10, 20, 2)] })).toEqual({
      inserted: [row(10, 20, 2)],
      changed: [],
      removed: [],
      voids: [],
      touched: [{ from: 10, to: 20 }],
    })
  })

  test('over another is refused, and names the one that was there', () => {
    const before = history([entry(1, 0, 10), entry(2, 20, 30)])
    expect(fault(before, { insert: [row(9, 12)] })).toEqual({ kind: 'overlap', row: row(9, 12), over: entry(1, 0, 10) })
    expect(fault(before, { insert: [row(5, 25)] })).toMatchObject({ kind: 'overlap', over: { id: 1 } })
    expect(fault(before, { insert: [row(12, 40)] })).toMatchObject({ kind: 'overlap', over: { id: 2 } })
    expect(fault(before, { insert: [row(15, 15)] })).toMatchObject({ kind: 'empty' })
    expect(fault(history([]), { insert: [row(0, 10), row(9, 12)] })).toMatchObject({
      kind: 'overlap',
      over: row(0, 10),
    })
  })

  test('fills what was void', () => {
    expect(edited(history([], [{ from: 0, to: 100 }]), { insert: [row(40, 60)] }).voids).toEqual([
      { from: 0, to: 40 },
      { from: 60, to: 100 },
    ])
  })
})

describe('a change', () => {
  test('leaves void what the row no longer covers', () => {
    const { voids, touched, changed } = edited(history([entry(1, 0, 100)]), {
      update: [{ id: 1, startedAt: 20, endedAt: 120 }],
    })
    expect(voids).toEqual([{ from: 0, to: 20 }])
    expect(touched).toEqual([{ from: 0, to: 120 }])
    expect(changed).toEqual([{ before: entry(1, 0, 100), after: entry(1, 20, 120) }])
  })

  test('of the shift alone leaves nothing void', () => {
    expect(edited(history([entry(1, 0, 100)]), { update: [{ id: 1, shift: 3 }] })).toMatchObject({
      voids: [],
      touched: [{ from: 0, to: 100 }],
      changed: [{ after: { shift: 3, startedAt: 0, endedAt: 100 } }],
    })
  })

  test('into what is there already changes nothing', () => {
    expect(edited(history([entry(1, 0, 100)]), { update: [{ id: 1, shift: 1, startedAt: 0 }] })).toMatchObject({
      changed: [],
      touched: [],
    })
  })

  test('may let rows change places, or follow one another', () => {
    const before = history([entry(1, 0, 10), entry(2, 10, 20)])
    const update = [
      { id: 1, startedAt: 10, endedAt: 20 },
      { id: 2, startedAt: 0, endedAt: 10 },
    ]
    expect(edited(before, { update })).toMatchObject({ voids: [], touched: [{ from: 0, to: 20 }] })
    expect(fault(before, { update: update.slice(0, 1) })).toMatchObject({ kind: 'overlap', over: { id: 2 } })
  })

  test('of a row that is not there is refused', () => {
    expect(fault(history([]), { update: [{ id: 9, shift: 1 }] })).toEqual({ kind: 'unknown', id: 9 })
    expect(fault(history([entry(1, 0, 1)]), { remove: [1, 8] })).toEqual({ kind: 'unknown', id: 8 })
  })
})

test('a removal leaves its span void, joined with what was', () => {
  const before = history([entry(1, 0, 10), entry(2, 10, 20)], [{ from: 20, to: 30 }])
  expect(edited(before, { remove: [2] })).toMatchObject({
    removed: [{ id: 2 }],
    voids: [{ from: 10, to: 30 }],
    touched: [{ from: 10, to: 20 }],
  })
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

test('Any sequence of edits: rows never overlap, and every instant is what was last done to it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let now = history([])
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
  )
})

test('What differs is within what is said to be touched', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let now = history([])
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
  )
})

test('To insert and to delete again leaves what counts as it was', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), span, shift, (steps, [from, length], kind) => {
      let now = history([])
      for (const one of steps) now = applied(now, editOf(now, one)) ?? now
      const inserted = applied(now, { insert: [row(from, from + length, kind)] })
      if (!inserted) return
      const added = inserted.rows.filter(({ id }) => !now.rows.some((one) => one.id === id))
      const back = applied(inserted, { remove: added.map(({ id }) => id) })
      expect(back?.rows).toEqual(now.rows)
    }),
  )
})

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

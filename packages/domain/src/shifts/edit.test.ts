import { describe, expect, test } from 'vitest'
import { insertThenDeleteIsIdentity, row, sequencesKeepWhatWasDone, touchedHoldsWhatDiffers } from './edit.testing.ts'
import { editShifts, type ShiftEdit, type ShiftEntry, type ShiftHistory, type ShiftRow } from './index.ts'

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

test('Any sequence of edits: rows never overlap, and every instant is what was last done to it', () =>
  sequencesKeepWhatWasDone(100))

test('What differs is within what is said to be touched', () => touchedHoldsWhatDiffers(100))

test('To insert and to delete again leaves what counts as it was', () => insertThenDeleteIsIdentity(100))

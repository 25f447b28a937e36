/** Compares edits of shift history with a model that keeps, for each instant, the last edit that touched it. */

import { outside } from '@millwatch/domain/schedules'
import { editShifts, type ShiftEdit, type ShiftEntry } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import fc from 'fast-check'
import { expect } from 'vitest'
import { intervalMs, rows } from './arbitraries.ts'
import { referenceRowOf, rowOf } from './shift-rules.ts'
import { joined, type ReferenceRow, type ReferenceSpan } from './shifts.ts'

interface Touch extends ReferenceSpan {
  /** Row written at these instants; null if they were emptied. */
  readonly row: ReferenceRow | null
}

/**
 * Returns the row at an instant: that of the last edit that touched the instant, otherwise that of the first history. Null if the
 * instant is empty.
 */
function rowAt(first: readonly ReferenceRow[], touches: readonly Touch[], at: number): ReferenceRow | null {
  const last = touches.findLast(({ start, end }) => start <= at && at < end)
  if (last !== undefined) return last.row
  return first.find(({ start, end }) => start <= at && at < end) ?? null
}

function pieces<Value>(
  instants: readonly number[],
  valueAt: (at: number) => Value | null,
): (ReferenceSpan & { value: Value })[] {
  const sorted = [...new Set(instants)].sort((a, b) => a - b)
  return sorted.slice(0, -1).flatMap((start, i) => {
    const value = valueAt(start)
    return value === null ? [] : [{ start, end: sorted[i + 1] ?? start, value }]
  })
}

const step = fc.record({
  kind: fc.constantFrom('insert' as const, 'insert' as const, 'update' as const, 'remove' as const),
  pick: fc.nat(20),
  edge: fc.nat(40),
  byMs: fc.constantFrom(0, 0, 0, 1, -1, 300_000, -300_000, 3_600_000),
  lengthMs: intervalMs,
  shift: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
})

const asEntry = (row: ReferenceRow, id: number): ShiftEntry => ({ ...rowOf(row), id })

/**
 * Compares `numRuns` random sequences of inserted, changed and removed shifts with the model. A refused edit must change nothing,
 * and an edit must be refused just if it is empty or overlaps another row. Throws an error at a counter-example, and if no edit
 * had to be refused.
 */
export function editsAgree(numRuns: number): void {
  let refused = 0
  const property = fc.property(rows, fc.array(step, { minLength: 1, maxLength: 12 }), rows, (first, steps, planned) => {
    const zone = first[0]?.zone ?? 'UTC'
    let history = { rows: first.map(asEntry), voids: [] as readonly Range[] }
    let nextId = first.length
    const touches: Touch[] = []
    const edges = [...first.flatMap(({ start, end }) => [start, end])]
    for (const { kind, pick, edge, byMs, lengthMs, shift } of steps) {
      const chosen = history.rows[pick % Math.max(1, history.rows.length)]
      if (kind !== 'insert' && chosen === undefined) continue
      const start = (edges[edge % edges.length] ?? 0) + byMs
      const put: ReferenceRow = {
        start,
        end: start + lengthMs,
        shift,
        zone: kind === 'update' ? (chosen?.zone ?? zone) : zone,
      }
      const oldSpan = chosen === undefined ? null : { start: chosen.startedAt, end: chosen.endedAt }
      const edit = editOf(kind, chosen, put)
      const outcome = editShifts(history, edit)
      const others = history.rows.filter((row) => kind === 'insert' || row !== chosen)
      const overlaps = others.some((row) => row.startedAt < put.end && put.start < row.endedAt)
      const isEmpty = put.start >= put.end
      const mustRefuse = kind !== 'remove' && (isEmpty || overlaps)
      expect('fault' in outcome, `${kind} ${JSON.stringify(put)}`).toBe(mustRefuse)
      if ('fault' in outcome) {
        refused++
        continue
      }
      const { edited } = outcome
      const gone = new Set([...edited.removed, ...edited.changed.map(({ before }) => before)].map(({ id }) => id))
      history = {
        rows: [
          ...history.rows.filter(({ id }) => !gone.has(id)),
          ...edited.changed.map(({ after }) => after),
          ...edited.inserted.map((row) => ({ ...row, id: nextId++ })),
        ],
        voids: edited.voids,
      }
      const changesNothing = kind === 'update' && edited.changed.length === 0
      if (kind !== 'insert' && oldSpan !== null && !changesNothing) touches.push({ ...oldSpan, row: null })
      if (kind !== 'remove' && !changesNothing) touches.push({ start: put.start, end: put.end, row: put })
      edges.push(put.start, put.end)
    }
    const all = [...edges, ...planned.flatMap(({ start, end }) => [start, end])]
    const reference = pieces(all, (at) => rowAt(first, touches, at)).map(({ start, end, value }) => ({
      ...value,
      start,
      end,
    }))
    const actual = [...history.rows].map(referenceRowOf).sort((a, b) => a.start - b.start)
    expect(joined(actual)).toEqual(joined(reference))
    // "What an admin inserted, changed or deleted wins over anything written later."
    const isTouched = (at: number) => touches.some(({ start, end }) => start <= at && at < end)
    const written = outside(planned.map(rowOf), [
      ...history.voids,
      ...history.rows
        .filter(({ startedAt }) => isTouched(startedAt))
        .map((row) => ({ from: row.startedAt, to: row.endedAt })),
    ])
    const expected = pieces(all, (at) =>
      isTouched(at) ? null : (planned.find(({ start, end }) => start <= at && at < end) ?? null),
    ).map(({ start, end, value }) => ({ ...value, start, end }))
    expect(joined(written.map(referenceRowOf))).toEqual(joined(expected))
  })
  fc.assert(property, { numRuns })
  expect(refused, 'edits that had to be refused').toBeGreaterThan(0)
}

function editOf(kind: 'insert' | 'update' | 'remove', chosen: ShiftEntry | undefined, put: ReferenceRow): ShiftEdit {
  const { startedAt, endedAt, shift } = rowOf(put)
  if (kind === 'insert') return { insert: [rowOf(put)] }
  const id = chosen?.id ?? -1
  return kind === 'remove' ? { remove: [id] } : { update: [{ id, startedAt, endedAt, shift }] }
}

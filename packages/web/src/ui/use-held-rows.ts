import { useMemo, useState } from 'react'

type Key = string | number

/**
 * Returns the rows to show (`shown`). While `isHeld` (a person points at the table or works in it), these are the rows that were
 * there before, as they are now, so that no row moves under the pointer. The number of new rows is `waiting` until `admit` is
 * called or the table is left. All rows are shown without `keyOf`, if none was there before, and when their order changed.
 */
export function useHeldRows<Row>(rows: readonly Row[], isHeld: boolean, keyOf: ((row: Row) => Key) | undefined) {
  const [kept, setKept] = useState(rows)
  const stayed = useMemo(
    () => (isHeld && keyOf !== undefined && kept !== rows ? rowsThatStayed(kept, rows, keyOf) : undefined),
    [rows, kept, isHeld, keyOf],
  )
  const shown = stayed ?? rows
  if (stayed === undefined && kept !== rows) setKept(rows)
  return { shown, waiting: rows.length - shown.length, admit: () => setKept(rows) }
}

/**
 * Returns the rows that were there before, with their present content. Returns undefined if none of them was there before, or if
 * they are in another order now.
 */
function rowsThatStayed<Row>(before: readonly Row[], rows: readonly Row[], keyOf: (row: Row) => Key) {
  const places = new Map(before.map((row, place) => [keyOf(row), place]))
  const stayed = rows.filter((row) => places.has(keyOf(row)))
  let last = -1
  for (const row of stayed) {
    const place = places.get(keyOf(row)) ?? -1
    if (place < last) return undefined
    last = place
  }
  return stayed.length === 0 ? undefined : stayed
}

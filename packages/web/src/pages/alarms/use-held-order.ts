import { useMemo, useState } from 'react'

interface Row {
  readonly id: number
}

/**
 * Returns the rows to show. While `isHeld` (a person points at the list or works in it), `shown` has the rows in the order they
 * had when that began, with their present content; rows that are gone are left out, and new rows are only counted (`waiting`)
 * until `admit` is called. Otherwise, after a change of `listing` (text of the chosen filters and order), or if no row was kept,
 * `shown` is `rows`.
 */
export function useHeldOrder<R extends Row>(rows: readonly R[], listing: string, isHeld: boolean) {
  const [kept, setKept] = useState({ rows, listing })
  const isKept = isHeld && kept.listing === listing && kept.rows.length > 0
  const shown = useMemo(() => (isKept ? inKeptOrder(kept.rows, rows) : rows), [isKept, kept, rows])
  if (!isKept && (kept.rows !== rows || kept.listing !== listing)) setKept({ rows, listing })
  return { shown, waiting: rows.length - shown.length, admit: () => setKept({ rows, listing }) }
}

function inKeptOrder<R extends Row>(kept: readonly R[], rows: readonly R[]): readonly R[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return kept.flatMap(({ id }) => byId.get(id) ?? [])
}

import { useMemo, useState } from 'react'

interface Row {
  readonly id: number
}

/**
 * Returns the rows of a list in the order in which they stood when a person began to point at it or work in it (`isHeld`), as
 * they are now. New rows wait (`waiting`, their number) until `admit` is called or the list is left. Another `listing` (filters
 * and order chosen by the person) is shown at once.
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

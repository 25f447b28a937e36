import { useRef, useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<number>
  /** Selects a row, or no longer selects it. With `isExtending` it selects all rows from the one toggled before to this one. */
  readonly toggle: (id: number, isExtending: boolean) => void
  /** Selects exactly these rows. */
  readonly set: (ids: Iterable<number>) => void
  /** Removes rows from the selection; other rows stay selected. */
  readonly drop: (ids: readonly number[]) => void
}

/**
 * Returns the selected rows of a list, with functions that change the selection. `order` has the ids of the rows from top to
 * bottom. Rows that are not in it are not selected.
 */
export function useSelection(order: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const anchor = useRef<number | undefined>(undefined)
  const ids = chosen.size === 0 ? chosen : new Set(order.filter((id) => chosen.has(id)))
  const toggle = (id: number, isExtending: boolean): void => {
    const [from, to] = [order.indexOf(anchor.current ?? id), order.indexOf(id)]
    const next = new Set(ids)
    if (isExtending && from >= 0)
      for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    else if (!next.delete(id)) next.add(id)
    anchor.current = id
    setChosen(next)
  }
  const drop = (gone: readonly number[]): void =>
    setChosen((before) => new Set([...before].filter((id) => !gone.includes(id))))
  return { ids, toggle, set: (next) => setChosen(new Set(next)), drop }
}

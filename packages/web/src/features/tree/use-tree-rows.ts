import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePreferences } from '../../scope/preferences.ts'
import { findNode, searchTree } from './find.ts'
import { keyOf, type NodeKey, rowsOf, type TreeRow } from './rows.ts'

/** Keys of the units that were opened or closed by hand during a search for `words`. */
interface Turned {
  readonly words: string
  readonly keys: ReadonlySet<NodeKey>
}

const NONE: ReadonlySet<NodeKey> = new Set()

/** Returns the symmetric difference: the keys that are in exactly one of both. */
function turn(keys: ReadonlySet<NodeKey>, turned: Iterable<NodeKey>): ReadonlySet<NodeKey> {
  const after = new Set(keys)
  for (const key of turned) if (!after.delete(key)) after.add(key)
  return after
}

/**
 * Returns the visible rows of the tree, and a function that opens closed units and closes open ones. With words, the rows are the
 * matches of the search (none: an empty list), and opening and closing last for that search; without words, closed units are
 * stored in this browser.
 */
export function useTreeRows(
  root: TreeNodeShape,
  words: string,
): [rows: readonly TreeRow[], toggle: (keys: readonly NodeKey[]) => void] {
  const folded = usePreferences((preferences) => preferences.folded)
  const [last, setLast] = useState<Turned>({ words: '', keys: NONE })
  const found = useMemo(() => searchTree(root, words), [root, words])
  const isSearch = words.trim() !== ''
  const turned = last.words === words ? last.keys : NONE
  const rows = useMemo(() => {
    if (found.tree === undefined) return []
    return rowsOf(found.tree, isSearch ? turn(found.closed, turned) : new Set(folded))
  }, [found, folded, isSearch, turned])
  const toggle = useCallback(
    (keys: readonly NodeKey[]): void => {
      if (isSearch) setLast((before) => ({ words, keys: turn(before.words === words ? before.keys : NONE, keys) }))
      else toggleFolded(keys)
    },
    [isSearch, words],
  )
  return [rows, toggle]
}

/** Opens the closed units among `keys` and closes the open ones, and stores that in this browser. */
function toggleFolded(keys: readonly NodeKey[]): void {
  const { folded, setFolded } = usePreferences.getState()
  const opened = folded.filter((key) => !keys.some((toggled) => toggled === key))
  const closed = keys.filter((key) => !folded.includes(key))
  setFolded([...opened, ...closed])
}

/**
 * Opens the closed units above the node whose page is open, and the root, each time another page opens. It does nothing on a page
 * without a node.
 */
export function useOpened(root: TreeNodeShape, shown: NodeKey | undefined): void {
  const above = shown === undefined ? undefined : findNode(root, shown)?.above
  const keys = [keyOf('o', root.id), ...(above ?? []).map((unit) => keyOf('o', unit.id))].join()
  useEffect(() => {
    const { folded, setFolded } = usePreferences.getState()
    const open = new Set(keys.split(','))
    if (shown !== undefined && folded.some((key) => open.has(key))) setFolded(folded.filter((key) => !open.has(key)))
  }, [shown, keys])
}

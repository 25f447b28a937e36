import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useEffect, useMemo } from 'react'
import { usePreferences } from '../../scope/preferences.ts'
import { findNode, searchTree } from './find.ts'
import { keyOf, type NodeKey, rowsOf, type TreeRow } from './rows.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** The lines of the tree: what bears the words, opened; without words all of it, as it was left folded. */
export function useTreeRows(root: TreeNodeShape, words: string): readonly TreeRow[] {
  const folded = usePreferences((preferences) => preferences.folded)
  const found = useMemo(() => searchTree(root, words), [root, words])
  const isSearch = words.trim() !== ''
  return useMemo(
    () => (found === undefined ? [] : rowsOf(found, isSearch ? NOTHING : new Set(folded))),
    [found, folded, isSearch],
  )
}

/** Opens what is folded and folds what is open. */
export function toggleFolded(keys: readonly NodeKey[]): void {
  const { folded, setFolded } = usePreferences.getState()
  const opened = folded.filter((key) => !keys.some((one) => one === key))
  const closed = keys.filter((key) => !folded.includes(key))
  setFolded([...opened, ...closed])
}

/** What is shown is seen in the tree: the units above it are opened when it comes, the root always at first. */
export function useOpened(root: TreeNodeShape, shown: NodeKey | undefined): void {
  const above = shown === undefined ? undefined : findNode(root, shown)?.above
  const keys = [keyOf('o', root.id), ...(above ?? []).map((unit) => keyOf('o', unit.id))].join()
  useEffect(() => {
    const { folded, setFolded } = usePreferences.getState()
    const open = new Set(keys.split(','))
    if (shown !== undefined && folded.some((key) => open.has(key))) setFolded(folded.filter((key) => !open.has(key)))
  }, [shown, keys])
}

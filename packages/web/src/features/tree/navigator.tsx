import './tree.css'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { startTransition, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { bears, countBearing, searchTree } from './find.ts'
import { type NodeKey, rowsOf } from './rows.ts'
import { TreeList } from './tree-list.tsx'
import { TreeSearch } from './tree-search.tsx'
import { useNodeAddress } from './use-node-address.ts'
import { useOpened, useTreeRows } from './use-tree-rows.ts'

interface NavigatorProps {
  root: TreeNodeShape
  /** Key of the node whose page is open; undefined: none. */
  shown: NodeKey | undefined
  onNavigate: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
  /** Content between the search field and the tree. */
  tools?: React.ReactNode
  /** Content below the tree. */
  children?: React.ReactNode
}

/**
 * Company tree with a search field and a link to the page of each node. Enter in the search field opens the first match, arrow
 * down moves the focus into the tree. If nothing matches, a button ends the search.
 */
export function Navigator({ root, shown, onNavigate, searchRef, tools, children }: NavigatorProps) {
  const [words, setWords] = useState('')
  // Words that the list shows. It follows the field, which must not wait for it.
  const [sought, setSought] = useState('')
  const navigate = useNavigate()
  const addressOf = useNodeAddress()
  const box = useRef<HTMLDivElement>(null)
  const [rows, toggle] = useTreeRows(root, sought)
  useOpened(root, shown)
  const found = useMemo(() => (sought.trim() === '' ? 0 : countBearing(root, sought)), [root, sought])
  const search = (typed: string): void => {
    setWords(typed)
    startTransition(() => setSought(typed))
  }
  const goToFirst = (): void => {
    const listed = sought === words ? rows : rowsOf(searchTree(root, words).tree ?? root, new Set())
    const first = listed.find((row) => bears(row.node.name, words))
    if (words.trim() === '' || first === undefined) return
    void navigate(addressOf(first.key))
    onNavigate()
  }
  const goDown = (): void => {
    flushSync(() => setSought(words))
    box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
  }
  return (
    <nav className="column tall navigator" aria-label="Company tree">
      <TreeSearch
        words={words}
        onWords={search}
        found={found}
        inputRef={searchRef}
        onDown={goDown}
        onEnter={goToFirst}
      />
      {tools}
      {rows.length === 0 ? (
        <p className="muted any-break navigator-none" role="status">
          Nothing is called “{sought.trim()}”.{' '}
          <button type="button" className="link-button" onClick={() => search('')}>
            Show all
          </button>
        </p>
      ) : (
        <TreeList
          root={root}
          rows={rows}
          words={sought}
          shown={shown}
          onToggle={toggle}
          onNavigate={onNavigate}
          box={box}
        />
      )}
      {children}
    </nav>
  )
}

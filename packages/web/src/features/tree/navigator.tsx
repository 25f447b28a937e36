import './tree.css'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { bears, countBearing } from './find.ts'
import type { NodeKey } from './rows.ts'
import { TreeList } from './tree-list.tsx'
import { TreeSearch } from './tree-search.tsx'
import { useNodeAddress } from './use-node-address.ts'
import { useOpened, useTreeRows } from './use-tree-rows.ts'

interface NavigatorProps {
  root: TreeNodeShape
  /** Key of the node whose page is open. */
  shown: NodeKey | undefined
  onNavigate: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
  /** Tools between the search field and the tree. */
  tools?: React.ReactNode
  /** Content below the tree. */
  children?: React.ReactNode
}

/** Company tree with a search field, live statuses, and a link to the page of each node. */
export function Navigator({ root, shown, onNavigate, searchRef, tools, children }: NavigatorProps) {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const addressOf = useNodeAddress()
  const box = useRef<HTMLDivElement>(null)
  const [rows, toggle] = useTreeRows(root, words)
  useOpened(root, shown)
  const first = rows.find((row) => bears(row.node.name, words))
  const goToFirst = (): void => {
    if (words.trim() === '' || first === undefined) return
    void navigate(addressOf(first.key))
    onNavigate()
  }
  return (
    <nav className="column tall navigator" aria-label="Company tree">
      <TreeSearch
        words={words}
        onWords={setWords}
        found={words.trim() === '' ? 0 : countBearing(root, words)}
        inputRef={searchRef}
        onDown={() => box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()}
        onEnter={goToFirst}
      />
      {tools}
      {rows.length === 0 ? (
        <p className="muted any-break navigator-none" role="status">
          Nothing is called “{words.trim()}”.{' '}
          <button type="button" className="link-button" onClick={() => setWords('')}>
            Show all
          </button>
        </p>
      ) : (
        <TreeList
          root={root}
          rows={rows}
          words={words}
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

import { memo } from 'react'
import { Link } from 'react-router'
import { ArchivedIcon, FoldIcon } from '../../ui/icons.tsx'
import { statusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { aroundWords } from './find.ts'
import type { NodeKey, TreeRow } from './rows.ts'

interface RowProps {
  row: TreeRow
  /** Where it stands in the list, px. */
  top: number
  height: number
  /** How far one level is set in, px. */
  step: number
  to: string
  /** Words that are searched for. */
  words: string
  isShown: boolean
  /** The one of the tree that the Tab key reaches. */
  hasTab: boolean
  /** At its end: a figure, or whose schedule it takes. */
  aside: Aside | undefined
  onToggle: (key: NodeKey) => void
  onActive: (key: NodeKey) => void
  onGo: () => void
}

/** What stands at the end of a row, and the same in words. */
export interface Aside {
  readonly text: string
  readonly words: string
  /** Takes at most half of the row, and is cut there. */
  readonly isName?: boolean
}

function Caret({ row, onToggle }: { row: TreeRow; onToggle: (key: NodeKey) => void }) {
  if (row.isOpen === undefined) return <span className="tree-caret" aria-hidden="true" />
  return (
    // Arrow keys do the same at the row itself, which is what a screen reader stands on.
    <span
      className="tree-caret"
      aria-hidden="true"
      data-caret={row.key}
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onToggle(row.key)
      }}
    >
      <FoldIcon open={row.isOpen} />
    </span>
  )
}

/** A name with the words that were searched for marked in it. */
function Name({ name, words }: { name: string; words: string }) {
  const around = aroundWords(name, words)
  if (around === undefined) return name
  return (
    <>
      {around[0]}
      <mark className="tree-mark">{around[1]}</mark>
      {around[2]}
    </>
  )
}

/** What is seen by a sign, in words after the name. */
const Said = ({ children }: { children: string }) => <span className="sr-only">, {children}</span>

function RowAsIs({ row, top, height, step, to, words, isShown, hasTab, aside, ...on }: RowProps) {
  const { node } = row
  const indent = (row.level - 1) * step
  return (
    <Link
      to={to}
      role="treeitem"
      className={`tree-row${node.active ? '' : ' tree-off'}`}
      style={{ top, height, paddingLeft: indent }}
      data-key={row.key}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isOpen}
      aria-current={isShown ? 'page' : undefined}
      tabIndex={hasTab ? 0 : -1}
      title={node.name}
      draggable={false}
      onFocus={() => on.onActive(row.key)}
      onClick={on.onGo}
    >
      {indent > 0 && <span className="tree-lines" style={{ width: indent - step + 1 }} />}
      {'current_status' in node ? (
        <span className="tree-caret">
          <StatusMark status={statusKey(node.current_status?.status)} size={11} />
        </span>
      ) : (
        <Caret row={row} onToggle={on.onToggle} />
      )}
      <bdi className="tree-name">
        <Name name={node.name} words={words} />
      </bdi>
      {'current_status' in node && <Said>{statusText[statusKey(node.current_status?.status)]}</Said>}
      {!node.active && (
        <>
          <span className="tree-archived" title="Archived">
            <ArchivedIcon size={13} />
          </span>
          <Said>archived</Said>
        </>
      )}
      {aside !== undefined && (
        <>
          <bdi className={`tree-aside${aside.isName ? ' tree-aside-name' : ''}`} title={aside.words} aria-hidden="true">
            {aside.text}
          </bdi>
          <Said>{aside.words}</Said>
        </>
      )}
    </Link>
  )
}

/** Rows are made anew with each message; what one of them shows seldom is. */
const shownSame = (a: RowProps, b: RowProps): boolean => {
  const { row: rowA, aside: asideA, ...restA } = a
  const { row: rowB, aside: asideB, ...restB } = b
  return (
    rowA.node === rowB.node &&
    rowA.level === rowB.level &&
    rowA.position === rowB.position &&
    rowA.siblings === rowB.siblings &&
    rowA.isOpen === rowB.isOpen &&
    asideA?.text === asideB?.text &&
    asideA?.words === asideB?.words &&
    Object.entries(restA).every(([name, value]) => restB[name as keyof typeof restB] === value)
  )
}

/** One line of the tree: a link to its page. */
export const Row = memo(RowAsIs, shownSame)

import { memo } from 'react'
import { Link } from 'react-router'
import { useAgingNow } from '../../lib/clock.ts'
import { compactDuration, counted } from '../../lib/format.ts'
import { ArchivedIcon, FoldIcon, TrippedIcon } from '../../ui/icons.tsx'
import { perform } from '../../ui/perform.ts'
import { isQuiet, stateText, statusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { aroundWords } from './find.ts'
import type { NodeKey, TreeRow } from './rows.ts'

interface RowProps {
  row: TreeRow
  /** Distance from the top of the list, px. */
  top: number
  height: number
  /** Indentation per level, px. */
  step: number
  to: string
  /** Search text, highlighted in the name; blank: none. */
  words: string
  isShown: boolean
  /** True for the single row that the Tab key reaches. */
  hasTab: boolean
  /** Text at the end of the row: the utilization, or the source of the schedule; undefined: not known. */
  aside: Aside | undefined
  /**
   * Last contact of a machine whose device is silent, so that its status is not known, epoch ms; undefined: its status is known.
   */
  silentSince: number | undefined
  /** Number of tripped alarms of the machine, or of the machines under a closed unit. */
  tripped: number
  onToggle: (key: NodeKey) => void
  onActive: (key: NodeKey) => void
  onGo: () => void
}

/** Text at the end of a row of the tree, and its version for screen readers. */
export interface Aside {
  readonly text: string
  readonly words: string
  /** True for a name, which takes at most half of the width of the row and is cut off there. */
  readonly isName?: boolean
}

function Caret({ row, onToggle }: { row: TreeRow; onToggle: (key: NodeKey) => void }) {
  if (row.isOpen === undefined) return <span className="faint center anchor tree-caret" aria-hidden="true" />
  return (
    // Arrow keys on the row do the same, and the row is what screen readers focus.
    <span
      className="faint center anchor tree-caret"
      aria-hidden="true"
      data-caret={row.key}
      onClick={(event) => {
        event.stopPropagation()
        perform(event, () => onToggle(row.key))
      }}
    >
      <FoldIcon open={row.isOpen} />
    </span>
  )
}

/** Name of a node with the first match of the search text highlighted; without a match the plain name. */
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

/** Text that only screen readers announce, for information that is shown as a sign. */
const SpokenText = ({ children }: { children: string }) => <span className="sr-only">, {children}</span>

/** Returns the status of a machine, with `quiet` true if it does not run and is not scheduled; undefined for a unit. */
function stateOf(node: TreeRow['node']) {
  if (!('current_status' in node)) return undefined
  const status = statusKey(node.current_status?.status)
  return { status, quiet: isQuiet(status, node.currently_scheduled) }
}

type State = NonNullable<ReturnType<typeof stateOf>>

/** Icon of the status of a machine, pale if the machine stands outside its schedule (`quiet`), with `words` as its tooltip. */
function StateMark({ state: { status, quiet }, words }: { state: State; words: string }) {
  return (
    <span className="faint center anchor tree-caret" title={words}>
      <StatusMark status={status} quiet={quiet} size={11} />
    </span>
  )
}

const silentText = (silentMs: number): string => `${statusText.unknown} for ${compactDuration(silentMs)}`

function SilentMark({ since }: { since: number }) {
  return <StateMark state={{ status: 'unknown', quiet: false }} words={silentText(useAgingNow() - since)} />
}

function SilentText({ since }: { since: number }) {
  return <SpokenText>{silentText(useAgingNow() - since)}</SpokenText>
}

/** Mark with the number of tripped alarms of a machine, or of the machines under a closed unit. */
function TrippedMark({ tripped, isUnit }: { tripped: number; isUnit: boolean }) {
  const words = `${counted(tripped, 'tripped alarm')}${isUnit ? ' below' : ''}`
  return (
    <>
      <span className="sr-only">,</span>
      <span className="alert inline tree-tripped" role="img" aria-label={words} title={words}>
        <TrippedIcon size={12} />
      </span>
    </>
  )
}

function RowAsIs({ row, top, height, step, to, words, isShown, hasTab, ...rest }: RowProps) {
  const { aside, silentSince, tripped, ...on } = rest
  const { node } = row
  const state = stateOf(node)
  const indent = (row.level - 1) * step
  return (
    <Link
      to={to}
      role="treeitem"
      className={`muted line one-line item tree-row${node.active ? '' : ' tree-off'}`}
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
      {state === undefined ? (
        <Caret row={row} onToggle={on.onToggle} />
      ) : silentSince === undefined ? (
        <StateMark state={state} words={stateText(state.status, state.quiet)} />
      ) : (
        <SilentMark since={silentSince} />
      )}
      <bdi className="cut tree-name">
        <Name name={node.name} words={words} />
      </bdi>
      {silentSince !== undefined ? (
        <SilentText since={silentSince} />
      ) : (
        state !== undefined && <SpokenText>{stateText(state.status, state.quiet)}</SpokenText>
      )}
      {tripped > 0 && <TrippedMark tripped={tripped} isUnit={state === undefined} />}
      {!node.active && (
        <>
          <span className="faint inline" title="Archived">
            <ArchivedIcon size={13} />
          </span>
          <SpokenText>archived</SpokenText>
        </>
      )}
      {aside !== undefined && (
        <>
          <bdi
            className={`faint small tree-aside${aside.isName ? ' cut tree-aside-name' : ''}`}
            title={aside.words}
            aria-hidden="true"
          >
            {aside.text}
          </bdi>
          <SpokenText>{aside.words}</SpokenText>
        </>
      )}
    </Link>
  )
}

/**
 * Returns true if a row would render the same for both properties: same node, place and texts. Row objects are new with each
 * message, but their content seldom changes.
 */
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

/** Row of the tree with a link to the page of its node; rendered again only when its content changes. */
export const Row = memo(RowAsIs, shownSame)

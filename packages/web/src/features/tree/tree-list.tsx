import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { monotonicMs } from '../../lib/clock.ts'
import { performKey } from '../../ui/perform.ts'
import { moveOf, type NodeKey, rowTyped, type TreeRow } from './rows.ts'
import { Row } from './tree-row.tsx'
import { useAsides } from './use-asides.ts'
import { useNodeAddress } from './use-node-address.ts'
import { useRowPx, useSight } from './use-sight.ts'
import { useSilence } from './use-silence.ts'
import { useTripped } from './use-tripped.ts'

interface TreeListProps {
  root: TreeNodeShape
  rows: readonly TreeRow[]
  /** Search text, which is highlighted in the names; blank: no search. */
  words: string
  /** Key of the node whose page is open; undefined: none. */
  shown: NodeKey | undefined
  onToggle: (keys: readonly NodeKey[]) => void
  onNavigate: () => void
  box: React.RefObject<HTMLDivElement | null>
}

/** Longest time between two typed letters that form one text, ms. */
const TYPING_MS = 700
const STEP_PX = 15
/** Level of a row above which the whole tree is indented less per level, so that the names have room. */
const DEEP = 6
const DEEP_STEP_PX = 9

/**
 * Returns a function that adds a letter to the text typed so far and returns it. A pause of more than 700 ms begins a new text.
 */
function useTyped(): (letter: string) => string {
  const last = useRef({ words: '', at: 0 })
  return (letter) => {
    const at = monotonicMs()
    const isNew = at - last.current.at > TYPING_MS
    last.current = { words: isNew ? letter.trimStart() : last.current.words + letter, at }
    return last.current.words
  }
}

/**
 * Scrolls to the row `at` when `place` changes: the node whose page is open or, during a search, the top. It waits while the tree
 * is collapsed, and does nothing if `at` is negative.
 */
function useReveal(isSeen: boolean, at: number, place: string, show: (at: number, middle: boolean) => void) {
  const done = useRef('')
  useEffect(() => {
    // A collapsed tree does not scroll until it is visible.
    if (!isSeen || at < 0 || done.current === place) return
    done.current = place
    show(at, true)
  }, [isSeen, at, place, show])
}

/**
 * List of the rows of the tree; only those in view are rendered. One row can have the focus, which arrow keys, Home, End and
 * typed letters move. It scrolls to the node whose page opens.
 */
export const TreeList = memo(function TreeList(props: TreeListProps) {
  const { root, rows, words, shown, onToggle, onNavigate, box } = props
  const addressOf = useNodeAddress()
  const rowPx = useRowPx()
  const { first, end, isSeen, onScroll, show } = useSight(box, rows.length, rowPx)
  const [active, setActive] = useState<NodeKey>()
  const typed = useTyped()
  const toggle = useCallback((key: NodeKey) => onToggle([key]), [onToggle])
  const indexOf = (key: NodeKey | undefined) => rows.findIndex((row) => row.key === key)
  const shownAt = indexOf(shown)
  const activeAt = indexOf(active)
  const tabAt = Math.max(0, activeAt < 0 ? shownAt : activeAt)
  const isSearch = words.trim() !== ''
  useReveal(isSeen, isSearch ? 0 : shownAt, `${isSearch ? words : ''} ${isSearch ? '' : shown}`, show)
  const indexes = rows.map((_, index) => index).filter((index) => (index >= first && index < end) || index === tabAt)
  const drawn = indexes.flatMap((index) => rows[index] ?? [])
  const asideOf = useAsides(root, drawn)
  const silentSinceOf = useSilence(root.id)
  const trippedOf = useTripped()
  const step = rows.some((row) => row.level > DEEP) ? DEEP_STEP_PX : STEP_PX
  const focus = (index: number): void => {
    const key = rows[index]?.key
    if (key === undefined) return
    flushSync(() => setActive(key))
    show(index)
    box.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus({ preventScroll: true })
  }
  const actionOf = ({ key, target }: React.KeyboardEvent): (() => void) | undefined => {
    const move = moveOf(rows, tabAt, key)
    if (move !== undefined) return 'to' in move ? () => focus(move.to) : () => onToggle(move.toggle)
    if (key === ' ') return () => (target as HTMLElement).click()
    return /^[\p{L}\p{N}]$/u.test(key) ? () => focus(rowTyped(rows, tabAt, typed(key))) : undefined
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    performKey(event, actionOf(event))
  }
  return (
    <div ref={box} className="grow tree-box" onScroll={onScroll}>
      <div
        role="tree"
        aria-label="Company tree"
        className="anchor tree-rows"
        style={{ height: rows.length * rowPx, '--tree-step': `${step}px` } as React.CSSProperties}
        onKeyDown={onKeyDown}
      >
        {indexes.map((index) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Row
              key={row.key}
              row={row}
              top={index * rowPx}
              height={rowPx}
              step={step}
              to={addressOf(row.key)}
              words={words}
              isShown={row.key === shown}
              hasTab={index === tabAt}
              aside={asideOf(row)}
              silentSince={silentSinceOf(row)}
              tripped={trippedOf(row)}
              onToggle={toggle}
              onActive={setActive}
              onGo={onNavigate}
            />
          )
        })}
      </div>
    </div>
  )
})

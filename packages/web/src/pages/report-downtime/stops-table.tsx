import { ignoreStop } from '@millwatch/contract/other-operations'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { count } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import type { Subject } from '../../scope/subject.ts'
import { GapRow } from '../../ui/gap-row.tsx'
import { moveByKey } from '../../ui/row-keys.ts'
import { useIsPrinting } from '../../ui/use-printing.ts'
import { scrollToRow, useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import type { SortedBy } from './shown-stops.ts'
import { StopRow } from './stop-row.tsx'
import type { StopsList } from './use-listed.ts'
import type { Selection } from './use-selection.ts'

interface StopsTableProps {
  subject: Subject
  zone: string
  stops: readonly DowntimeStop[]
  /** Stops whose notes are being edited, as they were before; their rows are always rendered. */
  editing: StopsList['editing']
  onEditNotes: StopsList['editNotes']
  /** Selection of rows; undefined for people who may not write on stops. */
  selection: Selection | undefined
  sortedBy: SortedBy
  onSort: (by: SortedBy) => void
  /** Id of the stop to which a link led. */
  outlined: number | undefined
}

/** Heights of a row and of a card, px; the style sheet has them too. */
const [ROW_PX, CARD_PX] = [46, 172]
/** Width of the list below which rows are cards, px. */
const CARDS_BELOW_PX = 600
/** Width of the list of a unit below which tags have no column of their own, px. */
const TAGS_BELOW_PX = 900
/** Time for which a row is outlined, ms. */
const OUTLINED_MS = 3000
/** Number of rows that are printed, at most; the exported file has all. */
const MOST_PRINTED = 3000

/**
 * Table of stops; only rows in view or being edited are rendered, on paper the first 3000. In a narrow window each row is a card.
 */
export function StopsTable(props: StopsTableProps) {
  const { subject, zone, stops, editing, onEditNotes, selection, sortedBy, onSort, outlined } = props
  const seesIgnored = useMay()(ignoreStop)
  const body = useRef<HTMLTableSectionElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const areCards = width > 0 && width < CARDS_BELOW_PX
  const areTagsBelow = subject.which === 'o' && width > 0 && width < TAGS_BELOW_PX
  const rowPx = areCards ? CARD_PX : ROW_PX
  const tops = useMemo(() => Array.from({ length: stops.length + 1 }, (_, i) => i * rowPx), [stops.length, rowPx])
  const inView = useRowsInView(body, tops)
  const isPrinting = useIsPrinting()
  const { first, end } = isPrinting ? { first: 0, end: Math.min(stops.length, MOST_PRINTED) } : inView
  const indexes = rendered(stops, first, end, editing)
  const lit = useOutlined(outlined, stops, body, width === 0 ? undefined : rowPx)
  const columns =
    6 - Number(areTagsBelow) + Number(selection !== undefined) + Number(subject.which === 'o') + Number(seesIgnored)
  const head = { by: sortedBy, onSort }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the controls of rows
    <div ref={box} onKeyDown={(event) => moveByKey(event, rowKeys(selection, event.shiftKey))}>
      <table
        className="dense-table downtime-table"
        data-cards={areCards}
        aria-label="Excessive stops"
        aria-rowcount={stops.length + 1}
      >
        <thead className={areCards ? 'sr-only' : undefined}>
          <tr aria-rowindex={1}>
            {selection !== undefined && (
              <th scope="col" data-cell="check">
                <SelectAll stops={stops} selection={selection} />
              </th>
            )}
            {subject.which === 'o' && <SortHead {...head} cell="name" name="equipment" words="Equipment" />}
            <SortHead {...head} cell="times" name="started" words="Started, Ended" />
            <SortHead {...head} cell="duration" name="duration" words="Duration" />
            {['Reason', 'Notes', 'Parts', ...(areTagsBelow ? [] : ['Tags'])].map((words) => (
              <th key={words} scope="col" data-cell={words.toLowerCase()}>
                {words}
              </th>
            ))}
            {seesIgnored && (
              <th scope="col" data-cell="ignore">
                <span className="sr-only">Ignore or restore</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {indexes.map(({ stop, index, left }) => (
            <Fragment key={stop.id}>
              <GapRow px={left * rowPx} columns={columns} />
              <StopRow
                stop={stop}
                subject={subject}
                zone={zone}
                index={index + 2}
                isSelected={selection?.ids.has(stop.id) === true}
                isOutlined={lit === stop.id}
                areTagsBelow={areTagsBelow}
                onSelect={selection?.toggle}
                before={editing.get(stop.id)}
                onEditNotes={onEditNotes}
              />
            </Fragment>
          ))}
          <GapRow px={(stops.length - 1 - (indexes.at(-1)?.index ?? -1)) * rowPx} columns={columns} />
        </tbody>
      </table>
    </div>
  )
}

/**
 * Returns the stops to render, from `first` to before `end` and those that are edited, with their indexes and the number of
 * stops before each that are left out.
 */
function rendered(stops: readonly DowntimeStop[], first: number, end: number, editing: StopsList['editing']) {
  const those = stops
    .map((stop, index) => ({ stop, index }))
    .filter(({ stop, index }) => (index >= first && index < end) || editing.has(stop.id))
  return those.map((each, i) => ({ ...each, left: each.index - (those[i - 1]?.index ?? -1) - 1 }))
}

/** Scrolls to the row with this id once, and returns its id for 3 s; it waits while the height of a row is unknown. */
function useOutlined(
  id: number | undefined,
  stops: readonly DowntimeStop[],
  body: React.RefObject<HTMLElement | null>,
  rowPx: number | undefined,
): number | undefined {
  const [lit, setLit] = useState<number>()
  const index = id === undefined ? -1 : stops.findIndex((stop) => stop.id === id)
  const isThere = index >= 0 && rowPx !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when the row appears, not when it moves
  useEffect(() => {
    if (!isThere || rowPx === undefined || body.current === null) return
    scrollToRow(body.current, index * rowPx, rowPx)
    setLit(id)
    const timer = setTimeout(() => setLit(undefined), OUTLINED_MS)
    return () => clearTimeout(timer)
  }, [id, isThere])
  return lit
}

function SelectAll({ stops, selection }: { stops: readonly DowntimeStop[]; selection: Selection }) {
  const { size } = selection.ids
  return (
    <input
      type="checkbox"
      aria-label={`Select all ${count(stops.length)} stops of the list`}
      checked={size > 0 && size === stops.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = size > 0 && size < stops.length
      }}
      onChange={() => selection.set(size === 0 ? stops.map(({ id }) => id) : [])}
    />
  )
}

interface SortHeadProps {
  cell: string
  name: SortedBy
  words: string
  by: SortedBy
  onSort: (by: SortedBy) => void
}

function SortHead({ cell, name, words, by, onSort }: SortHeadProps) {
  const isChosen = name === by
  return (
    <th
      scope="col"
      data-cell={cell}
      aria-sort={isChosen ? (name === 'equipment' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={isChosen ? 'value' : 'muted'} onClick={() => onSort(name)}>
        {words}
        {isChosen && <span aria-hidden="true">{name === 'equipment' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
}

/** Keys in a row: `x` selects it (with Shift all up to it), `e` edits its reason, Escape selects none. */
const rowKeys = (selection: Selection | undefined, withShift: boolean) => ({
  rows: 'tr[aria-rowindex]',
  focus: 'input[type=checkbox], a',
  actions(row: HTMLElement): Readonly<Record<string, () => void>> {
    const id = Number(row.dataset.stop)
    const select = (): void => {
      if (id > 0) selection?.toggle(id, withShift)
    }
    return {
      ...{ x: select, X: select },
      e: () => row.querySelector<HTMLElement>('[data-edit=reason]')?.click(),
      ...(selection !== undefined && selection.ids.size > 0 ? { Escape: () => selection.set([]) } : {}),
    }
  },
})

import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { AlarmOrder } from '../../features/alarms/list.ts'
import type { ListedAlarm } from '../../features/alarms/queries.ts'
import { counted } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { GapRow } from '../../ui/gap-row.tsx'
import { moveByKey } from '../../ui/row-keys.ts'
import { useIsPrinting } from '../../ui/use-printing.ts'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useHeight } from '../../ui/use-size.ts'
import type { ReportPlace } from '../report-page.tsx'
import { AlarmCard, cardPx } from './alarm-card.tsx'
import { AlarmRow } from './alarm-row.tsx'
import { AlarmHistoryPart } from './history.tsx'
import { useHeldOrder } from './use-held-order.ts'

/**
 * Layout of the list of alarms: `all` is a table with all columns, `few` a table with type, outputs and own channels inside other
 * cells, `cards` a list with a card for each alarm.
 */
export type TableLayout = 'all' | 'few' | 'cards'

interface AlarmsTableProps {
  place: ReportPlace
  rows: readonly ListedAlarm[]
  /** Text that differs for each choice of filters and order. When it changes, the order of the rows is not held any more. */
  listing: string
  layout: TableLayout
  order: AlarmOrder
  onOrder: (order: AlarmOrder) => void
  /** Id of the alarm whose history is open, as in the address; null if none is open. */
  open: string | null
  onOpen: (id: string | undefined) => void
  onEdit: (id: number) => void
}

/** Heights of a row with all columns and of one with few, px; the style sheet has them too. */
const [ROW_PX, FEW_PX] = [50, 66]
/** Largest number of rows that are rendered when the page is printed. Later rows are left out. */
const MOST_PRINTED = 3000

/**
 * Table or cards of alarms, of which only those in view are rendered. The row of the alarm `open` is followed by its history.
 * While a person points at the list or works in it, rows keep their order and a button with the number of new alarms adds these.
 */
export function AlarmsTable(props: AlarmsTableProps) {
  const { rows, listing, layout, open, onOpen } = props
  const [isHeld, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { shown, waiting, admit } = useHeldOrder(rows, listing, isHeld)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the controls of rows
    <div
      ref={box}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(box.current?.contains(document.activeElement) === true)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(box.current?.matches(':hover') === true)}
      onKeyDown={(event) => moveByKey(event, rowKeys)}
    >
      {waiting > 0 && (
        <p className="alarm-bar">
          <Button onClick={admit}>{counted(waiting, 'new alarm')}</Button>
        </p>
      )}
      {layout === 'cards' ? (
        <Cards {...props} rows={shown} />
      ) : (
        <Rows
          {...props}
          rows={shown}
          opened={shown.findIndex(({ id }) => String(id) === open)}
          onToggle={(id) => onOpen(String(id) === open ? undefined : String(id))}
        />
      )}
    </div>
  )
}

/**
 * Returns the range of row indexes to render, `end` exclusive: those in view, or from 0 to at most `MOST_PRINTED` when the page
 * is printed. `tops` has the top of each row and the end of the last, px.
 */
function useShownIndexes(list: React.RefObject<HTMLElement | null>, tops: readonly number[]) {
  const inView = useRowsInView(list, tops)
  const isPrinting = useIsPrinting()
  return isPrinting ? { first: 0, end: Math.min(tops.length - 1, MOST_PRINTED) } : inView
}

function Cards({ place, rows, onOpen, onEdit }: AlarmsTableProps) {
  const list = useRef<HTMLUListElement>(null)
  const tops = useMemo(() => {
    const edges = [0]
    for (const alarm of rows) edges.push((edges.at(-1) ?? 0) + cardPx(alarm))
    return edges
  }, [rows])
  const { first, end } = useShownIndexes(list, tops)
  return (
    <ul
      ref={list}
      aria-label="Alarms"
      style={{ paddingTop: tops[first] ?? 0, paddingBottom: (tops.at(-1) ?? 0) - (tops[end] ?? 0) }}
    >
      {rows.slice(first, end).map((alarm) => (
        <AlarmCard
          key={alarm.id}
          alarm={alarm}
          zone={place.zone}
          onOpen={() => onOpen(String(alarm.id))}
          onEdit={() => onEdit(alarm.id)}
        />
      ))}
    </ul>
  )
}

interface RowsProps extends AlarmsTableProps {
  /** Index of the row that is open; -1: none. */
  opened: number
  onToggle: (id: number) => void
}

function Rows({ place, rows, layout, order, onOrder, opened, onToggle, onEdit }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [historyPx, setHistoryPx] = useState(0)
  const areFew = layout === 'few'
  const rowPx = areFew ? FEW_PX : ROW_PX
  const tops = useMemo(
    () =>
      Array.from(
        { length: rows.length + 1 },
        (_, index) => index * rowPx + (opened >= 0 && index > opened ? historyPx : 0),
      ),
    [rows.length, rowPx, opened, historyPx],
  )
  const { first, end } = useShownIndexes(body, tops)
  const columns = areFew ? 5 : 8
  const head = { order, onOrder }
  return (
    <table className="dense-table alarm-table" data-few={areFew} aria-label="Alarms" aria-rowcount={rows.length + 1}>
      <colgroup>
        {(areFew ? WIDTHS.few : WIDTHS.all).map(([name, width]) => (
          <col key={name} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <SortHead {...head} name="tripped" words="Tripped" isIcon />
          <SortHead {...head} name="equipment" words="Equipment" />
          {!areFew && <SortHead {...head} name="type" words="Alarm type" />}
          <th scope="col">Settings</th>
          {!areFew && <WrappedHead words="Device Outputs" />}
          <th scope="col">Subscribers</th>
          {!areFew && <WrappedHead words="My subscriptions" />}
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <GapRow px={tops[first] ?? 0} columns={columns} />
        {rows.slice(first, end).map((alarm, i) => {
          const index = first + i
          return (
            <Fragment key={alarm.id}>
              <AlarmRow
                alarm={alarm}
                zone={place.zone}
                index={index + 2}
                areFew={areFew}
                isOpen={index === opened}
                onToggle={() => onToggle(alarm.id)}
                onEdit={() => onEdit(alarm.id)}
              />
              {index === opened && (
                <tr className="alarm-open">
                  <td colSpan={columns}>
                    <HistoryBox onHeight={setHistoryPx}>
                      <AlarmHistoryPart alarm={alarm} zone={place.zone} />
                    </HistoryBox>
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
        <GapRow px={(tops.at(-1) ?? 0) - (tops[end] ?? 0)} columns={columns} />
      </tbody>
    </table>
  )
}

/** Widths of the columns by layout; the column with an undefined width takes the width that is left. */
const WIDTHS = {
  all: [
    ['tripped', '64px'],
    ['equipment', '15%'],
    ['type', '11%'],
    ['settings', undefined],
    ['outputs', '74px'],
    ['subscribers', '12%'],
    ['mine', '100px'],
    ['actions', '194px'],
  ],
  few: [
    ['tripped', '60px'],
    ['equipment', '21%'],
    ['settings', undefined],
    ['subscribers', '16%'],
    ['actions', '194px'],
  ],
} as const

interface HistoryBoxProps {
  onHeight: (px: number) => void
  children: React.ReactNode
}

/** Box around the open history. It passes its own height (px) to `onHeight` whenever it changes. */
function HistoryBox({ onHeight, children }: HistoryBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const px = useHeight(box)
  useEffect(() => onHeight(px), [px, onHeight])
  return (
    <div ref={box} className="alarm-history">
      {children}
    </div>
  )
}

/** Heading of a narrow column, whose words take two lines. */
const WrappedHead = ({ words }: { words: string }) => (
  <th scope="col">
    <span className="two-lines dense">{words}</span>
  </th>
)

interface SortHeadProps {
  name: AlarmOrder
  words: string
  order: AlarmOrder
  onOrder: (order: AlarmOrder) => void
  /** True for a heading that only screen readers read; sighted persons see an arrow in its place. */
  isIcon?: boolean
}

function SortHead({ name, words, order, onOrder, isIcon = false }: SortHeadProps) {
  const isChosen = name === order
  return (
    <th scope="col" aria-sort={isChosen ? (name === 'tripped' ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={isChosen ? 'value' : 'muted'}
        title={isIcon ? 'Tripped first' : undefined}
        onClick={() => onOrder(name)}
      >
        {isIcon ? <span className="sr-only">{words}</span> : words}
        {(isChosen || isIcon) && <span aria-hidden="true">{name === 'tripped' ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  )
}

/** Actions of keys in a row: `e` opens the editor of its alarm if it has the button for it. */
const rowKeys = {
  rows: '[data-alarm]',
  focus: '[data-toggle]',
  actions(row: HTMLElement): Readonly<Record<string, () => void>> {
    const edit = row.querySelector<HTMLElement>('[data-edit]')
    return edit === null ? {} : { e: () => edit.click() }
  },
}

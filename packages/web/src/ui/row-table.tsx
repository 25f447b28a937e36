import './row-table.css'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { count, counted } from '../lib/format.ts'
import { Button } from './button.tsx'
import { GapRow } from './gap-row.tsx'
import { performKey } from './perform.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useIsPrinting } from './use-printing.ts'
import { useRowsInView } from './use-rows-in-view.ts'

/** Column of a table: its heading, its look, and the content of its cells. */
export interface RowColumn<Row> {
  readonly name: string
  /** Heading of the column; a button if rows can be sorted by the column. */
  readonly head: React.ReactNode
  /** Width as in CSS; absent for an equal part of the width that is left. */
  readonly width?: string
  readonly className?: string
  /** Order of the rows if they are sorted by this column; otherwise absent. */
  readonly order?: 'ascending' | 'descending' | undefined
  readonly cell: (row: Row) => React.ReactNode
}

interface RowTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly RowColumn<Row>[]
  rows: readonly Row[]
  /** Height of every row, px. */
  rowPx: number
  /** True if rows are cards, without visible headings of columns. */
  areCards?: boolean
  /** Word for a row that came while a person points at the table or works in it, such as `run`; absent: such rows do not wait. */
  newRow?: string
  /** Returns the key of a row. Without this function rows have no keys, so that none can be selected or wait. */
  keyOf?: (row: Row) => string | number
  /** Key of the selected row, which is scrolled into view when it is selected. */
  current?: string | number | undefined
  /** Key of a row to highlight, besides the selected one. */
  lit?: string | number | undefined
  /** Called with the row under the pointer, and with undefined when the pointer leaves the rows. */
  onPoint?: (row: Row | undefined) => void
  /**
   * Called with a row that was clicked, or reached from another one with the arrow keys, `j` or `k`; with undefined after Escape.
   */
  onChoose?: (row: Row | undefined) => void
}

/** Height of the table's head, px; a row that is scrolled into view is below it. */
const HEAD_PX = 30
/** Largest number of rows that are printed; the exported file has all. */
const MOST_PRINTED = 3000

/**
 * Table of any number of rows of one height, which scrolls in itself; only rows in view are rendered, on paper the first 3000.
 */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, rowPx, areCards = false, newRow, keyOf, current, lit, onPoint, onChoose } = props
  const [isHeld, setHeld] = useState(false)
  const { shown: rows, waiting, admit } = useHeldRows(props.rows, isHeld && newRow !== undefined, keyOf)
  const box = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const tops = useMemo(() => Array.from({ length: rows.length + 1 }, (_, index) => index * rowPx), [rows.length, rowPx])
  const inView = useRowsInView(body, tops, true)
  const isPrinting = useIsPrinting()
  const { first, end } = isPrinting ? { first: 0, end: Math.min(rows.length, MOST_PRINTED) } : inView
  const index = current === undefined ? -1 : rows.findIndex((row) => keyOf?.(row) === current)
  const showCurrent = useEffectEvent((px: number) => {
    if (box.current !== null) scrollTo(box.current, index * px, px)
  })
  const isThere = index >= 0
  // Not for every index: rows that come above the selected one leave the box where the person scrolled it.
  useEffect(() => {
    if (current !== undefined && isThere) showCurrent(rowPx)
  }, [current, isThere, rowPx])
  const go = (to: number) => (): void => {
    const next = Math.min(rows.length - 1, Math.max(0, to))
    if (next !== index) onChoose?.(rows[next])
  }
  const ways: Readonly<Record<string, () => void>> = {
    ArrowDown: go(index + 1),
    j: go(index + 1),
    ArrowUp: go(index - 1),
    k: go(index - 1),
    Escape: () => onChoose?.(undefined),
  }
  return (
    <>
      {waiting > 0 && (
        <p className="spaced">
          <Button onClick={admit}>{counted(waiting, `new ${newRow}`)}</Button>
        </p>
      )}
      <section
        ref={box}
        className="scroll row-box"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(box.current?.contains(document.activeElement) === true)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(box.current?.matches(':hover') === true)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        tabIndex={0}
        onKeyDown={(event) => event.target === box.current && performKey(event, onChoose && ways[event.key])}
      >
        <table
          className="dense-table row-table"
          data-cards={areCards}
          aria-label={label}
          aria-rowcount={rows.length + 1}
        >
          <colgroup>
            {columns.map(({ name, width }) => (
              <col key={name} style={{ width }} />
            ))}
          </colgroup>
          <thead className={areCards ? 'sr-only' : undefined}>
            <tr aria-rowindex={1}>
              {columns.map(({ name, head, className, order }) => (
                <th key={name} scope="col" className={className} aria-sort={order}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onPointerLeave={() => onPoint?.(undefined)}>
            <GapRow px={first * rowPx} columns={columns.length} />
            {rows.slice(first, end).map((row, i) => {
              const key = keyOf?.(row) ?? first + i
              return (
                <tr
                  key={key}
                  style={{ height: rowPx }}
                  aria-rowindex={first + i + 2}
                  aria-current={key === current ? 'true' : undefined}
                  data-lit={key === lit}
                  onPointerEnter={onPoint && (() => onPoint(row))}
                  onClick={onChoose && (() => onChoose(row))}
                >
                  {columns.map(({ name, className, cell }) => (
                    <td key={name} className={className}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              )
            })}
            {isPrinting ? (
              <LeftOutRow printed={end} rows={rows.length} columns={columns.length} />
            ) : (
              <GapRow px={(rows.length - end) * rowPx} columns={columns.length} />
            )}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Row on paper with the note that only the first rows are printed; nothing if all are. */
function LeftOutRow({ printed, rows, columns }: { printed: number; rows: number; columns: number }) {
  if (printed === rows) return null
  return (
    <tr>
      <td colSpan={columns}>
        The first {count(printed)} of {counted(rows, 'row')}. The exported file has all of them.
      </td>
    </tr>
  )
}

/** Scrolls the box so that the row at `top` px is in the middle of it. Does nothing if the row is wholly in view already. */
function scrollTo(box: HTMLElement, top: number, rowPx: number): void {
  const room = box.clientHeight - HEAD_PX
  if (top < box.scrollTop || top + rowPx > box.scrollTop + room) box.scrollTop = Math.max(0, top - (room - rowPx) / 2)
}

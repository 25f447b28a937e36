import './log-table.css'
import { restatementsOfEquipment } from '@millwatch/contract/http/reports-status'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type LogReport, type LogRow, statusWords } from '../../features/reports/status-log.ts'
import { type Restatement, restatementsQuery } from '../../features/stops/queries.ts'
import { figuresWords, restatedWords } from '../../features/stops/words.ts'
import { useNow } from '../../lib/clock.ts'
import { dateAndMinute, dateAndTime } from '../../lib/dates.ts'
import { duration } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { statusKey } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useWidth } from '../../ui/use-size.ts'

interface LogTableProps {
  machineId: number
  log: LogReport
  zone: string
  /** Key of the selected row. */
  chosen: string | undefined
  /** Called with the row that was selected, or with undefined when none is selected any more. */
  onChoose: (row: LogRow | undefined) => void
}

/** Height of a row (specification 1, section 2), and of the card of a row on a phone, px. */
const ROW_PX = 33
const CARD_PX = 92
const NARROW_PX = 560
/** Width of the table below which reason and notes share a column, px. */
const MEDIUM_PX = 860

/** Table of the intervals of a status log, each with the mark of its restatements; a click on a row selects it. */
export function LogTable({ machineId, log, zone, chosen, onChoose }: LogTableProps) {
  const may = useMay()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const now = useNow()
  const { data } = useQuery({
    ...restatementsQuery(machineId, log.from, log.to),
    placeholderData: keepPreviousData,
    // The end of the log changes with each reading: the answer for an earlier end is not needed again.
    gcTime: 0,
    enabled: may(restatementsOfEquipment),
  })
  const restatements = useMemo(
    () =>
      (data ?? []).map((restatement) => ({
        restatement,
        from: Date.parse(restatement.started_at),
        to: Date.parse(restatement.ended_at),
      })),
    [data],
  )
  const cells: Cells = { zone, now, near: log.asOf, restatements }
  const areCards = width > 0 && width < NARROW_PX
  return (
    <div ref={box}>
      <RowTable
        label="Historical status logs"
        columns={areCards ? [cardColumn(cells)] : columnsOf(cells, width > 0 && width < MEDIUM_PX)}
        rows={log.rows}
        rowPx={areCards ? CARD_PX : ROW_PX}
        areCards={areCards}
        newRow="interval"
        keyOf={({ key }) => key}
        current={chosen}
        onChoose={onChoose}
      />
    </div>
  )
}

interface Cells {
  readonly zone: string
  readonly now: number
  /** Instant near which dates are written without their year, epoch ms. */
  readonly near: number
  /** Restatements of the machine, the latest first; `from` and `to` are the ends of the restated time, epoch ms. */
  readonly restatements: readonly { readonly restatement: Restatement; readonly from: number; readonly to: number }[]
}

function status(row: LogRow) {
  if (row.id === undefined)
    return (
      <span className="muted log-unplaced" title="This stop was recalculated from other data and no longer exists">
        {statusWords(row)}
      </span>
    )
  return (
    <>
      <StatusMark status={statusKey(row.statusId)} size={10} /> {statusWords(row)}
    </>
  )
}

function dated(at: number | null, { zone, near }: Cells) {
  if (at === null) return 'now'
  return <span title={dateAndTime(at, zone, near)}>{dateAndMinute(at, zone, near)}</span>
}

const length = ({ from, to }: LogRow, { now }: Cells): string => duration((to ?? now) - from)

/**
 * Returns the mark of an interval that was restated, with the number of times, and as its tooltip the figures before and after
 * the latest restatement. Null for other intervals, and for one without an id.
 */
function restated({ id, from, to }: LogRow, { restatements, now, zone }: Cells) {
  const until = to ?? Number.POSITIVE_INFINITY
  const ofRow = restatements.filter((each) => each.from < until && each.to > from)
  const last = ofRow[0]?.restatement
  if (last === undefined || id === undefined) return null
  const title = `${restatedWords(last, now, zone)}.\nBefore: ${figuresWords(last.before)}.\nSince then: ${figuresWords(last.after)}.`
  return (
    <span className="note" title={title}>
      {ofRow.length === 1 ? 'restated' : `restated ${ofRow.length} times`}
    </span>
  )
}

const words = (text: string | null) => (text === null ? null : <bdi title={text}>{text}</bdi>)

const reasonAndNotes = ({ reason, notes }: LogRow): string =>
  [reason, notes].filter((text) => text !== null).join(' · ')

function columnsOf(cells: Cells, isMedium: boolean): RowColumn<LogRow>[] {
  const muted = { className: 'muted' }
  return [
    { name: 'status', head: 'Status', width: '128px', cell: status },
    { name: 'from', head: 'Start Date', width: '128px', cell: (row) => dated(row.from, cells) },
    { name: 'to', head: 'End Date', width: '128px', cell: (row) => dated(row.to, cells) },
    { name: 'length', head: 'Duration', width: '136px', cell: (row) => length(row, cells) },
    ...(isMedium
      ? [{ name: 'reasonAndNotes', head: 'Reason, notes', ...muted, cell: (row: LogRow) => words(reasonAndNotes(row)) }]
      : [
          { name: 'reason', head: 'Reason', ...muted, cell: ({ reason }: LogRow) => words(reason) },
          { name: 'notes', head: 'Notes', ...muted, cell: ({ notes }: LogRow) => words(notes) },
        ]),
    { name: 'restated', head: 'Restated', width: isMedium ? '84px' : '120px', cell: (row) => restated(row, cells) },
  ]
}

/** Returns the only column of cards: status and duration first, then the times, then reason and notes. */
const cardColumn = (cells: Cells): RowColumn<LogRow> => ({
  name: 'log',
  head: 'Status log',
  cell: (row) => (
    <>
      <span className="spread">
        <span>{status(row)}</span>
        <b className="strong">{length(row, cells)}</b>
      </span>
      <span className="block">
        {dated(row.from, cells)} → {dated(row.to, cells)}
      </span>
      <span className="cut block muted">
        {words(reasonAndNotes(row))} {restated(row, cells)}
      </span>
    </>
  ),
})

import { useMemo, useRef } from 'react'
import { ReasonInRow } from '../../features/stops/reason-in-row.tsx'
import { dateAndMinute, minuteNear } from '../../lib/dates.ts'
import { briefDuration } from '../../lib/format.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { ExcessiveIcon } from '../../ui/icons.tsx'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { useWidth } from '../../ui/use-size.ts'
import type { Stop } from './machine-data.ts'

interface StopsTableProps {
  machineId: number
  stops: readonly Stop[]
  excessive: ReadonlySet<number>
  zone: string
  /** Instant near which dates are written without their year, epoch ms. */
  now: number
  onChanged: () => void
}

const ROW_PX = 44
const CARD_PX = 104
const NARROW_PX = 520
/** Width of the table below which the column of notes is left out, px. */
const MEDIUM_PX = 720

/**
 * Table of stops, or cards in a narrow window. A press on the times shows the details of the stop; its reason is changed in its
 * row.
 */
export function StopsTable({ machineId, stops, excessive, zone, now, onChanged }: StopsTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [chosen, choose] = useInAddress('stop')
  const cells: Cells = {
    machineId,
    zone,
    now,
    onChanged,
    isExcessive: ({ interval }) => interval.id !== undefined && excessive.has(interval.id),
    onOpen: ({ interval }) => choose(interval.id === undefined ? undefined : String(interval.id)),
  }
  const areCards = width > 0 && width < NARROW_PX
  const current = useMemo(() => (chosen === null ? undefined : Number(chosen)), [chosen])
  return (
    <div ref={box}>
      <RowTable
        label="Stops of the period"
        columns={areCards ? [cardColumn(cells)] : columnsOf(cells, width > 0 && width < MEDIUM_PX)}
        rows={stops}
        rowPx={areCards ? CARD_PX : ROW_PX}
        areCards={areCards}
        newRow="stop"
        keyOf={({ interval }) => interval.id ?? interval.from}
        current={current}
      />
    </div>
  )
}

interface Cells {
  readonly machineId: number
  readonly zone: string
  readonly now: number
  readonly onChanged: () => void
  readonly isExcessive: (stop: Stop) => boolean
  readonly onOpen: (stop: Stop) => void
}

function times(stop: Stop, { zone, now, onOpen }: Cells) {
  const { from, to } = stop.interval
  return (
    <button type="button" className="link-button one-line" onClick={() => onOpen(stop)}>
      {dateAndMinute(from, zone, now)} → {to === null ? 'now' : minuteNear(to, from, zone)}
    </button>
  )
}

function length(stop: Stop, { isExcessive }: Cells) {
  const { scheduledMs, lengthMs } = stop
  return (
    <>
      <span className="line snug">
        <b className="strong one-line">{briefDuration(scheduledMs)}</b>
        {isExcessive(stop) && (
          <span className="alert inline small" title="Excessive downtime">
            <ExcessiveIcon /> Excessive
          </span>
        )}
      </span>
      {lengthMs - scheduledMs >= 1000 && (
        <span className="note block dense">
          of {briefDuration(lengthMs)}
          {scheduledMs === 0 ? ', not scheduled' : ' in all'}
        </span>
      )}
    </>
  )
}

const reason = ({ interval }: Stop, { machineId, zone, onChanged }: Cells) =>
  interval.id === undefined ? null : (
    <ReasonInRow
      stop={{ id: interval.id, machineId, startedAt: interval.from, zone }}
      reason={interval.reason}
      onChanged={onChanged}
    />
  )

const notes = ({ interval }: Stop) => (
  <bdi className="muted" title={interval.notes}>
    {interval.notes}
  </bdi>
)

function columnsOf(cells: Cells, isMedium: boolean): RowColumn<Stop>[] {
  return [
    { name: 'times', head: 'From, to', width: '252px', cell: (stop) => times(stop, cells) },
    { name: 'length', head: 'Scheduled part', width: '178px', cell: (stop) => length(stop, cells) },
    { name: 'reason', head: 'Reason', cell: (stop) => reason(stop, cells) },
    ...(isMedium ? [] : [{ name: 'notes', head: 'Notes', cell: notes }]),
  ]
}

/** Returns the only column of cards: the times, then the scheduled part, and below these reason and notes. */
const cardColumn = (cells: Cells): RowColumn<Stop> => ({
  name: 'stop',
  head: 'Stop',
  cell: (stop) => (
    <>
      <span className="spread">
        {times(stop, cells)}
        <span className="right">{length(stop, cells)}</span>
      </span>
      <span className="spread">
        {reason(stop, cells)}
        <span className="cut">{notes(stop)}</span>
      </span>
    </>
  ),
})

import './raw-table.css'
import { limitIn } from '@millwatch/domain/company'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { keyOfRaw, type RawRow, tagNamesQuery } from '../../features/reports/raw-data.ts'
import { dateAndExactTime } from '../../lib/dates.ts'
import { NONE } from '../../lib/format.ts'
import { temperatureUnit } from '../../lib/measures.ts'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { useWidth } from '../../ui/use-size.ts'
import type { ReportPlace } from '../report-page.tsx'

interface RawTableProps {
  place: ReportPlace
  rows: readonly RawRow[]
  /** Instant near which dates are written without their year, epoch ms. */
  near: number
  zone: string
}

/** Height of a row (specification 1, section 2), and of the card of a row on a phone, px. */
const ROW_PX = 33
const CARD_PX = 78
const NARROW_PX = 560
/** Width of the table below which raw and converted analog values share a column, px. */
const MEDIUM_PX = 860

/** Table of cycles and readings; only rows in view are rendered, also while it scrolls fast. */
export function RawTable({ place, rows, near, zone }: RawTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { data: names } = useQuery(tagNamesQuery)
  const unit = place.machine?.Devices.find((device) => device.is_primary)?.analog_in_1_config.unit ?? ''
  const cells: Cells = {
    time: (row) => dateAndExactTime(row[0] * 1000, zone, near),
    tags: (row) => row[5].map((id) => names?.get(id) ?? '…').join(', '),
    unit,
  }
  const areCards = width > 0 && width < NARROW_PX
  return (
    <div ref={box}>
      <RowTable
        label="Raw data"
        columns={areCards ? [cardColumn(cells)] : columnsOf(cells, width > 0 && width < MEDIUM_PX)}
        rows={rows}
        rowPx={areCards ? CARD_PX : ROW_PX}
        areCards={areCards}
        newRow="row"
        keyOf={keyOfRaw}
      />
    </div>
  )
}

interface Cells {
  readonly time: (row: RawRow) => string
  readonly tags: (row: RawRow) => string
  /** Unit of converted analog values; blank for none. */
  readonly unit: string
}

const type = (row: RawRow): string => (row[6] === 1 ? 'Cycle' : 'Telemetry')

/** Returns a value in the colour of its kind; a faint dash for null. */
const value = (number: number | null, kind: 'cycle-time' | 'temperature' | 'analog') => (
  <span className={number === null ? 'faint' : `raw-${kind}`}>{number ?? NONE}</span>
)

/** Returns the temperature of a row in the unit of the company: unchanged in °C, converted in °F, a dash without a value. */
const temperatureOf = (row: RawRow) => value(row[2] === null ? null : limitIn(temperatureUnit(), row[2]), 'temperature')

/** Returns the raw analog value of a row, an arrow and the converted value; a dash without a raw value. */
const both = (row: RawRow) =>
  row[3] === null ? (
    value(null, 'analog')
  ) : (
    <>
      {value(row[3], 'analog')} → {value(row[4], 'analog')}
    </>
  )

function columnsOf({ time, tags, unit }: Cells, isMedium: boolean): RowColumn<RawRow>[] {
  const right = { className: 'right', width: '118px' }
  const converted = unit === '' ? 'Transformed' : `Transformed, ${unit}`
  return [
    { name: 'time', head: 'Occurred', width: '196px', cell: time },
    { name: 'type', head: 'Type', width: '88px', cell: type },
    { name: 'cycle time', head: 'Cycle time, s', ...right, cell: (row) => value(row[1], 'cycle-time') },
    { name: 'temperature', head: `Temperature, ${temperatureUnit()}`, ...right, cell: temperatureOf },
    ...(isMedium
      ? [{ name: 'analog', head: unit === '' ? 'Analog input' : `Analog → ${unit}`, ...right, cell: both }]
      : [
          { name: 'analog', head: 'Analog input', ...right, cell: (row: RawRow) => value(row[3], 'analog') },
          { name: 'transformed', head: converted, ...right, cell: (row: RawRow) => value(row[4], 'analog') },
        ]),
    {
      name: 'tags',
      head: 'Tag(s)',
      className: 'muted raw-tags',
      cell: (row) => <bdi title={tags(row)}>{tags(row)}</bdi>,
    },
  ]
}

/** Returns the only column of cards: time and type first, then the values that the row has, then the tags. */
const cardColumn = ({ time, tags, unit }: Cells): RowColumn<RawRow> => ({
  name: 'row',
  head: 'Raw data',
  cell: (row) => (
    <>
      <span className="spread">
        <span>{time(row)}</span>
        <span className="muted">{type(row)}</span>
      </span>
      <span className="row apart">
        {row[1] !== null && <span>{value(row[1], 'cycle-time')} s</span>}
        {row[2] !== null && (
          <span>
            {temperatureOf(row)} {temperatureUnit()}
          </span>
        )}
        {row[3] !== null && (
          <span>
            {both(row)} {unit}
          </span>
        )}
      </span>
      <span className="cut block muted">
        <bdi>{tags(row)}</bdi>
      </span>
    </>
  ),
})

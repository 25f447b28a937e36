import { useRef } from 'react'
import { PartLink } from '../../features/parts/part-link.tsx'
import type { ReportPart } from '../../features/reports/parts.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { useWidth } from '../../ui/use-size.ts'
import { PartTimeline } from './part-timeline.tsx'

interface PartsTableProps {
  parts: readonly ReportPart[]
  /** Period, epoch ms. */
  range: { readonly from: number; readonly to: number }
  text: string
  onText: (text: string) => void
  /** True for the report of a unit, whose table has a column with the last maintenance. */
  hasMachines: boolean
  zone: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** Width of the panel below which rows are cards without columns, px. */
const CARDS_BELOW_PX = 700

/**
 * Search field and table of the parts with count and timeline; on the page of a unit also with the last maintenance. The page
 * shows the work on the selected part.
 */
export function PartsTable(props: PartsTableProps) {
  const { parts, text, onText, chosen, onChoose } = props
  const panel = useRef<HTMLElement>(null)
  useFocusByKey(panel, '.')
  const width = useWidth(panel)
  const areCards = width > 0 && width < CARDS_BELOW_PX
  return (
    <section ref={panel} className="panel" aria-label="Critical parts">
      <div className="row spaced row-tools">
        <SearchField label="Search parts" value={text} onValue={onText} />
        <span className="note">Select a part to see the work on it.</span>
      </div>
      {parts.length === 0 ? (
        <p className="muted row-none" role="status">
          No part contains “{text}”.
        </p>
      ) : (
        <RowTable
          label="Critical parts history"
          columns={areCards ? [cardColumn(props)] : wideColumns(props)}
          rows={parts}
          rowPx={areCards ? (props.hasMachines ? 112 : 90) : 44}
          areCards={areCards}
          keyOf={({ id }) => id}
          current={chosen}
          onChoose={(part) => onChoose(part?.id)}
        />
      )}
    </section>
  )
}

const name = (part: ReportPart) => (
  <span className="cut block" title={`${part.number} ${part.description}`}>
    <span className="medium">
      <PartLink part={part} />
    </span>{' '}
    <span className="note" dir="auto">
      {part.isRemoved && '(removed) '}
      {part.description}
    </span>
  </span>
)

const last = ({ lastAt }: ReportPart, { zone }: PartsTableProps) =>
  lastAt === null ? <span className="muted">Never</span> : dateAndMinute(lastAt, zone)

const timeline = (part: ReportPart, { range, hasMachines, zone }: PartsTableProps) => (
  <PartTimeline events={part.events} range={range} hasMachines={hasMachines} zone={zone} />
)

function wideColumns(props: PartsTableProps): RowColumn<ReportPart>[] {
  return [
    { name: 'part', head: 'Part #', width: '28%', cell: name },
    { name: 'count', head: 'Maintained', width: '92px', className: 'right', cell: (part) => count(part.count) },
    ...(props.hasMachines
      ? [{ name: 'last', head: 'Last maintained', width: '150px', cell: (part: ReportPart) => last(part, props) }]
      : []),
    { name: 'timeline', head: 'Timeline', cell: (part) => timeline(part, props) },
  ]
}

/** Returns the only column of cards: name first, then lines with their labels. */
const cardColumn = (props: PartsTableProps): RowColumn<ReportPart> => ({
  name: 'part',
  head: 'Part',
  cell: (part) => (
    <>
      {name(part)}
      <span className="note block">Maintained {count(part.count)} ×</span>
      {props.hasMachines && <span className="note block">Last maintained {last(part, props)}</span>}
      {timeline(part, props)}
    </>
  ),
})

import './runs-report.css'
import { isBelowQuantity, partsShare } from '@millwatch/domain/runs'
import { useRef } from 'react'
import { lengthOf, type RunOrder } from '../../features/reports/run-rows.ts'
import type { ReportRun } from '../../features/reports/runs.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { briefDuration, count, duration, quantity } from '../../lib/format.ts'
import { Choice } from '../../ui/choice.tsx'
import { Meter } from '../../ui/meter.tsx'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { useWidth } from '../../ui/use-size.ts'
import { shareWords } from './run-figures.tsx'
import type { useShownRuns } from './use-shown-runs.ts'

interface RunsTableProps {
  shown: ReturnType<typeof useShownRuns>
  countsScrap: boolean
  hasMachines: boolean
  zone: string
  /** Instant near which dates are written without their year, epoch ms. */
  near: number
  lit: number | undefined
  chosen: number | undefined
  onPoint: (id: number | undefined) => void
  onChoose: (id: number | undefined) => void
}

/**
 * Widths of the panel from which rows have all columns, without and with a column of machines, and below which rows are cards,
 * px.
 */
const WIDE_PX = 1040
const WIDE_WITH_MACHINES_PX = 1240
const MEDIUM_PX = 560

/** Table of the runs that ended in the period, with its search and filters. */
export function RunsTable(props: RunsTableProps) {
  const { shown, countsScrap, hasMachines, lit, chosen, onPoint, onChoose } = props
  const panel = useRef<HTMLElement>(null)
  useFocusByKey(panel, '.')
  const width = useWidth(panel)
  const isWide = width === 0 || width >= (hasMachines ? WIDE_WITH_MACHINES_PX : WIDE_PX)
  const areCards = !isWide && width < MEDIUM_PX
  const columns = isWide ? wideColumns(props) : areCards ? [cardColumn(props)] : mediumColumns(props)
  const { all, below, scrap } = shown.counts
  const filters = [
    { name: 'all' as const, words: `All ${count(all)}` },
    { name: 'below' as const, words: `Below quantity ${count(below)}` },
    ...(countsScrap ? [{ name: 'scrap' as const, words: `With scrap ${count(scrap)}` }] : []),
  ]
  return (
    <section ref={panel} className="panel" aria-label="Runs">
      <div className="row spaced row-tools">
        <SearchField
          label={hasMachines ? 'Search tags, equipment' : 'Search tags'}
          value={shown.text}
          onValue={(text) => shown.setText(text === '' ? undefined : text)}
        />
        <Choice label="Show" options={filters} chosen={shown.filter} onChoose={shown.setFilter} />
      </div>
      {shown.runs.length === 0 ? (
        <p className="muted row-none" role="status">
          No run that ended in the period is of this kind.
        </p>
      ) : (
        <RowTable
          label="Historical runs"
          columns={columns}
          rows={shown.runs}
          rowPx={isWide ? 33 : areCards ? 156 : 58}
          areCards={areCards}
          newRow="run"
          keyOf={({ id }) => id}
          current={chosen}
          lit={lit}
          onPoint={(run) => onPoint(run?.id)}
          onChoose={(run) => onChoose(run?.id)}
        />
      )}
    </section>
  )
}

const tags = (run: ReportRun) => (
  <span className="runs-tags" title={run.tags.join(', ')}>
    {run.tags.map((tag) => (
      <span key={tag} className="box cut small runs-tag">
        <bdi>{tag}</bdi>
      </span>
    ))}
  </span>
)

const machine = (run: ReportRun) => (
  <span className="cut block medium" title={run.machine}>
    <bdi>{run.machine}</bdi>
  </span>
)

/** Returns the number of parts to make; `∞` for a run without one. */
const desired = ({ partsDesired }: ReportRun) =>
  partsDesired === null ? <span title="runs indefinitely">∞</span> : quantity(partsDesired)

function ofDesired(run: ReportRun) {
  const share = partsShare(run.partsActual, run.partsDesired)
  if (share === null) return <span className="note">runs indefinitely</span>
  return (
    <span className="line runs-share">
      <Meter value={share} label={`Actual of desired, ${run.tags.join(', ')}`} className="runs-meter" />
      <span className={isBelowQuantity(run) ? 'medium' : 'muted'}>{shareWords(share)}</span>
    </span>
  )
}

const scrapShare = (run: ReportRun): string => shareWords(partsShare(run.scrapQty, run.partsActual))

function dated(at: number | null, { zone, near }: RunsTableProps) {
  const words = at === null ? '' : dateAndMinute(at, zone, near)
  return <span title={words}>{words}</span>
}

function SortButton({ by, words, shown }: { by: RunOrder; words: string; shown: RunsTableProps['shown'] }) {
  const isBy = shown.order === by
  return (
    <button type="button" className={isBy ? 'medium value' : 'medium'} onClick={() => shown.sortBy(by)}>
      {words}
      {isBy && <span aria-hidden="true"> {shown.direction === 'descending' ? '↓' : '↑'}</span>}
    </button>
  )
}

type Column = RowColumn<ReportRun>

/**
 * Returns a column with a button as its heading, which sorts the table by `by`. If the table is sorted by it now, the column also
 * has the direction.
 */
function sortable(
  props: RunsTableProps,
  by: RunOrder,
  words: string,
  column: Omit<Column, 'name' | 'head' | 'order'>,
): Column {
  const { shown } = props
  return {
    ...column,
    name: by,
    head: <SortButton by={by} words={words} shown={shown} />,
    ...(shown.order === by && { order: shown.direction }),
  }
}

function wideColumns(props: RunsTableProps): Column[] {
  const right = { className: 'right' }
  return [
    ...(props.hasMachines ? [sortable(props, 'equipment', 'Equipment', { width: '12%', cell: machine })] : []),
    sortable(props, 'start', 'Start Date', { width: '136px', cell: (run) => dated(run.startedAt, props) }),
    sortable(props, 'end', 'End Date', { width: '128px', cell: (run) => dated(run.endedAt, props) }),
    sortable(props, 'duration', 'Duration', {
      width: '136px',
      className: 'muted',
      cell: (run) => duration(lengthOf(run)),
    }),
    { name: 'tags', head: 'Tag(s)', cell: tags },
    sortable(props, 'desired', '# Parts Desired', { ...right, width: '106px', cell: desired }),
    sortable(props, 'actual', '# Parts Actual', { ...right, width: '98px', cell: (run) => quantity(run.partsActual) }),
    sortable(props, 'share', 'Actual of desired', { width: '130px', cell: ofDesired }),
    ...(props.countsScrap
      ? [
          sortable(props, 'scrap', 'Scrap Qty', { ...right, width: '74px', cell: (run) => count(run.scrapQty) }),
          { name: 'scrap share', head: 'Scrap', ...right, width: '62px', cell: scrapShare },
        ]
      : []),
  ]
}

function mediumColumns(props: RunsTableProps): Column[] {
  const right = { className: 'right' }
  return [
    {
      name: 'run',
      head: props.hasMachines ? 'Equipment, Tag(s)' : 'Tag(s)',
      cell: (run) => (
        <>
          {props.hasMachines && machine(run)}
          {tags(run)}
        </>
      ),
    },
    sortable(props, 'end', 'Start Date, End Date', {
      width: '190px',
      cell: (run) => (
        <>
          {dated(run.startedAt, props)}
          <br />
          {dated(run.endedAt, props)} <span className="note">{briefDuration(lengthOf(run))}</span>
        </>
      ),
    }),
    sortable(props, 'actual', '# Parts', {
      ...right,
      width: '112px',
      cell: (run) => (
        <>
          {quantity(run.partsActual)}
          <br />
          <span className="note">of {desired(run)}</span>
        </>
      ),
    }),
    sortable(props, 'share', 'Actual of desired', { width: '146px', cell: ofDesired }),
    ...(props.countsScrap
      ? [
          sortable(props, 'scrap', 'Scrap Qty', {
            ...right,
            width: '80px',
            cell: (run) => (
              <>
                {count(run.scrapQty)}
                <br />
                <span className="note">{scrapShare(run)}</span>
              </>
            ),
          }),
        ]
      : []),
  ]
}

/** Returns the only column of cards: name and share of the parts desired first, then lines with their labels. */
function cardColumn(props: RunsTableProps): Column {
  return {
    name: 'run',
    head: 'Run',
    cell: (run) => (
      <>
        <span className="spread">
          {props.hasMachines ? machine(run) : tags(run)}
          {ofDesired(run)}
        </span>
        {props.hasMachines && tags(run)}
        <dl className="runs-card">
          <dt>Start Date</dt>
          <dd>{dated(run.startedAt, props)}</dd>
          <dt>End Date</dt>
          <dd>
            {dated(run.endedAt, props)}, {duration(lengthOf(run))}
          </dd>
          <dt># Parts</dt>
          <dd>
            {quantity(run.partsActual)} of {desired(run)}
          </dd>
          {props.countsScrap && (
            <>
              <dt>Scrap Qty</dt>
              <dd>
                {count(run.scrapQty)}, {scrapShare(run)}
              </dd>
            </>
          )}
        </dl>
      </>
    ),
  }
}

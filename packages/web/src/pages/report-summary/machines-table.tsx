import { UNDER_UTILIZED_PCT } from '@millwatch/domain/utilization'
import { useMemo, useRef } from 'react'
import type { Exception } from '../../features/reports/summary-machines.ts'
import type { SummaryRow } from '../../features/reports/summary-rows.ts'
import { count } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { GapRow } from '../../ui/gap-row.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { useIsPrinting } from '../../ui/use-printing.ts'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { NoDataPattern } from './by-bucket.tsx'
import { listedExceptions } from './exceptions-panel.tsx'
import { ReliabilityHeads } from './reliability-cells.tsx'
import { MachineRow, UnitRow } from './rows.tsx'
import type { SummaryData } from './summary-data.ts'
import type { Rows } from './use-rows.ts'

const bucketWords = { 900: 'By quarter', 3600: 'By hour', 86400: 'By day', 604800: 'By week' } as const

/** Short names of the exceptions, for the buttons of the filters. */
const chipWords: Readonly<Record<Exception, string>> = {
  'no-cycle': 'No recent cycle',
  under: `Under ${UNDER_UTILIZED_PCT} %`,
  offline: 'Offline now',
}

/** Heights of rows, px; on a phone each row is a card. */
const ROW_PX = 30
const UNIT_CARD_PX = 104
const MACHINE_CARD_PX = 128

/** Height of the line with MTBF and MTTR in a card, px. */
const RELIABILITY_PX = 22

function heightOf({ kind }: SummaryRow, isNarrow: boolean, hasReliability: boolean): number {
  if (!isNarrow) return ROW_PX
  if (kind === 'unit') return UNIT_CARD_PX
  return MACHINE_CARD_PX + (hasReliability ? RELIABILITY_PX : 0)
}

interface MachinesTableProps {
  shown: SummaryData
  table: Rows
}

/** Panel with all machines under their units, with filters, search and order. */
export function MachinesTable({ shown, table }: MachinesTableProps) {
  const { rows, setException, setSearch } = table
  const part = useRef<HTMLDivElement>(null)
  useFocusByKey(part, '.')
  return (
    <div ref={part}>
      <Panel title="Units and machines" aside={<Filters shown={shown} table={table} />}>
        <NoDataPattern />
        {shown.reliability.error !== null && (
          <p className="row" role="alert">
            MTBF and MTTR could not be read: {shown.reliability.error.message}
            <Button onClick={shown.reliability.readAgain}>Try again</Button>
          </p>
        )}
        <RowsTable shown={shown} table={table} />
        {rows.length === 0 && (
          <p className="muted row" role="status">
            No machine matches these filters.
            <Button
              onClick={() => {
                setException(undefined)
                setSearch('')
              }}
            >
              Show all machines
            </Button>
          </p>
        )}
      </Panel>
    </div>
  )
}

function Filters({ shown, table }: MachinesTableProps) {
  const { exception, setException, search, setSearch, isWorstFirst, setWorstFirst } = table
  return (
    <>
      <SearchField label="Find a machine" value={search} onValue={setSearch} />
      <fieldset className="contents">
        <legend className="sr-only">Show machines by exception</legend>
        {listedExceptions(shown).map((name) => {
          const many = shown.machines.filter((machine) => machine.exceptions.has(name)).length
          if (many === 0 && exception !== name) return null
          return (
            <button
              key={name}
              type="button"
              className="muted box inline one-line chip"
              aria-pressed={exception === name}
              onClick={() => setException(exception === name ? undefined : name)}
            >
              {chipWords[name]} <span className="faint regular">{count(many)}</span>
            </button>
          )
        })}
      </fieldset>
      <Button aria-pressed={isWorstFirst} onClick={() => setWorstFirst(!isWorstFirst)}>
        Worst first
      </Button>
      <Button
        aria-pressed={shown.reliability.isShown}
        title="Columns with mean operating time between failures and mean time to repair"
        onClick={() => shown.reliability.setShown(!shown.reliability.isShown)}
      >
        MTBF, MTTR
      </Button>
    </>
  )
}

function RowsTable({ shown, table: { rows, isNarrow, isWorstFirst, toggle } }: MachinesTableProps) {
  const hasReliability = shown.reliability.isShown
  const columns = hasReliability ? 12 : 10
  const body = useRef<HTMLTableSectionElement>(null)
  const isPrinted = useIsPrinting()
  const tops = useMemo(() => {
    const edges = [0]
    for (const row of rows) edges.push((edges.at(-1) ?? 0) + heightOf(row, isNarrow, hasReliability))
    return edges
  }, [rows, isNarrow, hasReliability])
  const inView = useRowsInView(body, tops)
  const { first, end } = isPrinted ? { first: 0, end: rows.length } : inView
  const byBucket = bucketWords[shown.summary.buckets.interval]
  return (
    <table
      className="dense-table summary-table"
      data-reliability={hasReliability}
      aria-label="Units and machines"
      aria-rowcount={rows.length + 1}
      // biome-ignore lint/a11y/noRedundantRoles: on a phone, the display of the table is another one
      role="table"
    >
      <thead>
        <tr>
          <th scope="col">Unit and machine</th>
          <th scope="col">Status</th>
          <th scope="col">
            Utilization <span className="regular">▼ under {UNDER_UTILIZED_PCT} %</span>
          </th>
          <th scope="col" className="right">
            Run of scheduled h
          </th>
          <th scope="col" className="summary-buckets">
            {byBucket}
          </th>
          <th scope="col" className="right">
            Excess. h
          </th>
          <th scope="col" className="right summary-stops">
            Stops
          </th>
          {hasReliability && <ReliabilityHeads />}
          <th scope="col" className="summary-reason">
            Most time lost to
          </th>
          <th scope="col" className="right summary-cycle">
            Last cycle
          </th>
          <th scope="col" className="right">
            Data
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <GapRow px={tops[first] ?? 0} columns={columns} />
        {rows.slice(first, end).map((row, i) => {
          const place = { rowIndex: first + i + 2, shown }
          return row.kind === 'unit' ? (
            <UnitRow key={`o${row.unit.id}`} row={row} onToggle={toggle} {...place} />
          ) : (
            <MachineRow key={`e${row.machine.id}`} row={row} byBucket={byBucket} withUnit={isWorstFirst} {...place} />
          )
        })}
        <GapRow px={(tops.at(-1) ?? 0) - (tops[end] ?? 0)} columns={columns} />
      </tbody>
    </table>
  )
}

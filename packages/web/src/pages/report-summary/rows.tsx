import { isUnderUtilized, UNDER_UTILIZED_PCT } from '@millwatch/domain/utilization'
import { memo } from 'react'
import { Link } from 'react-router'
import { dataShare } from '../../features/reports/summary-machines.ts'
import type { SummaryRow } from '../../features/reports/summary-rows.ts'
import { Explained } from '../../features/utilization/explained.tsx'
import { useNow } from '../../lib/clock.ts'
import { compactDuration, count, hours, NONE, oneDecimal, percent } from '../../lib/format.ts'
import { useDowntimePath } from '../../scope/downtime-path.ts'
import { usePaths } from '../../scope/links.ts'
import { Ago } from '../../ui/contact.tsx'
import { FoldIcon } from '../../ui/icons.tsx'
import { statusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { ByBucket } from './by-bucket.tsx'
import { ReliabilityCells } from './reliability-cells.tsx'
import { explainableOf, type SummaryData } from './summary-data.ts'
import { UtilBar } from './util-bar.tsx'

/** Indent of each level of units, px. */
const INDENT_PX = 14

interface RowProps<Kind> {
  row: Extract<SummaryRow, { kind: Kind }>
  shown: SummaryData
  /** Place of the row in the whole table, from 2. */
  rowIndex: number
}

/** Row of a unit with its sums, and a button that hides or shows all machines and units under it. */
export const UnitRow = memo(function UnitRow({
  row,
  shown,
  rowIndex,
  onToggle,
}: RowProps<'unit'> & { onToggle: (unitId: number) => void }) {
  const { unit, depth, isFolded } = row
  const paths = usePaths()
  return (
    <tr className="summary-unit" aria-rowindex={rowIndex}>
      <th scope="row" className="summary-name" style={{ paddingLeft: 4 + depth * INDENT_PX }}>
        <span className="line tight">
          <button
            type="button"
            className="toggle summary-fold"
            aria-expanded={!isFolded}
            aria-label={`Machines of ${unit.name}`}
            onClick={() => onToggle(unit.id)}
          >
            <FoldIcon open={!isFolded} />
          </button>
          <Link to={paths.unit(unit.id)} className="cut value" title={unit.name}>
            <bdi>{unit.name}</bdi>
          </Link>
        </span>
      </th>
      <td className="muted summary-status">
        {unit.machines === 0 ? 'no machines' : `${count(unit.running)} of ${count(unit.machines)} running`}
      </td>
      <Utilization shown={shown} kind="unit" item={unit} />
      <Hours item={unit} />
      <td className="summary-buckets" />
      <Excessive item={unit} />
      {shown.reliability.isShown && (
        <>
          <td className="summary-reliability" />
          <td className="summary-reliability" />
        </>
      )}
      <td className="summary-reason" />
      <td className="summary-cycle" />
      <DataCell item={unit} />
    </tr>
  )
})

/**
 * Row of a machine with its status and figures. With `withUnit` it has the name of its unit too, as it is not below the row of
 * the unit then.
 */
export const MachineRow = memo(function MachineRow({
  row: { machine, unit, depth },
  shown,
  rowIndex,
  byBucket,
  withUnit,
}: RowProps<'machine'> & { byBucket: string; withUnit: boolean }) {
  const paths = usePaths()
  const status = statusKey(machine.status)
  return (
    <tr aria-rowindex={rowIndex}>
      <th scope="row" className="regular summary-name" style={{ paddingLeft: 4 + depth * INDENT_PX }}>
        <span className="line snug">
          <StatusMark status={status} size={11} />
          <Link to={paths.machine(machine.id)} className="cut strong value" title={machine.name}>
            <bdi>{machine.name}</bdi>
          </Link>
          {withUnit && (
            <span className="cut note" title={unit.name}>
              <bdi>{unit.name}</bdi>
            </span>
          )}
        </span>
      </th>
      <td className="muted summary-status">
        {machine.isArchived ? 'Archived' : statusText[status]}{' '}
        <Since at={machine.isArchived ? null : machine.statusSince} />
      </td>
      <Utilization shown={shown} kind="machine" item={machine} excluded={machine.isExcluded} />
      <Hours item={machine} />
      <td className="summary-buckets">
        <ByBucket
          values={machine.byBucket}
          withoutData={machine.withoutData}
          label={`Utilization ${byBucket.toLowerCase()}`}
        />
      </td>
      <Excessive item={machine} unitId={shown.explainable.place.id} />
      {shown.reliability.isShown && (
        <ReliabilityCells name={machine.name} figures={shown.reliability.figures?.get(machine.id)} />
      )}
      <td className="cut summary-reason" data-label="Lost to">
        {machine.lostTo === undefined && <span className="faint">{NONE}</span>}
        {machine.lostTo === null && <span className="small no-reason">No reason</span>}
        {machine.lostTo != null && <bdi title={machine.lostTo}>{machine.lostTo}</bdi>}
      </td>
      <td className="muted right summary-cycle" data-label="Last cycle">
        <Ago at={machine.lastCycleAt} absent={NONE} compact />
      </td>
      <DataCell item={machine} />
    </tr>
  )
})

function Since({ at }: { at: number | null }) {
  const now = useNow()
  return at === null ? null : compactDuration(now - at)
}

interface Sums {
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly offlineS: number
  readonly excessiveS: number
  readonly stops: number
}

interface UtilizationProps {
  shown: SummaryData
  kind: 'unit' | 'machine'
  item: Sums & { readonly id: number; readonly name: string }
  excluded?: boolean
}

function Utilization({ shown, kind, item, excluded = false }: UtilizationProps) {
  const { utilPct } = item
  const isUnder = isUnderUtilized(utilPct, excluded)
  return (
    <td className="summary-util">
      <span className="line">
        <UtilBar pct={utilPct} excluded={excluded} />
        <span className="one-line strong">
          <Explained explainable={explainableOf(shown, kind, item)}>{percent(utilPct)}</Explained>
        </span>
        <span className="note summary-mark" data-mark={isUnder ? 'under' : undefined}>
          {isUnder && <span className="sr-only">under {UNDER_UTILIZED_PCT} %</span>}
          {excluded && 'excluded'}
        </span>
      </span>
    </td>
  )
}

const Hours = ({ item: { runS, scheduledS } }: { item: Sums }) => (
  <td className="muted right summary-hours" data-label="Run h">
    {hours(runS)} of {hours(scheduledS)}
  </td>
)

/**
 * Cells with hours and number of excessive stops; no hours without a stop. With `unitId`, the hours link to the downtime report
 * of that unit, searched by the name of the item.
 */
function Excessive({ item, unitId }: { item: Sums & { readonly name: string }; unitId?: number }) {
  const path = useDowntimePath({ which: 'o', id: unitId ?? 0 })
  const words = item.stops === 0 ? NONE : hours(item.excessiveS)
  return (
    <>
      <td className="right summary-excess" data-label="Excess. h" title={`${count(item.stops)} stops`}>
        {unitId === undefined || item.stops === 0 ? (
          <span className="strong">{words}</span>
        ) : (
          <Link to={path(item.name)} className="strong value">
            {words}
          </Link>
        )}
      </td>
      <td className="muted right summary-stops" data-label="Stops">
        {count(item.stops)}
      </td>
    </>
  )
}

/** Share of time with data from which the share is drawn faint, percent. */
const ENOUGH_DATA = 99

function DataCell({ item }: { item: Sums }) {
  const share = dataShare(item)
  return (
    <td
      className={`right summary-data ${share === null || share >= ENOUGH_DATA ? 'faint' : 'value'}`}
      data-label="Data"
    >
      {share === null ? NONE : `${oneDecimal(share)} %`}
    </td>
  )
}

import { UNDER_UTILIZED_PCT } from '@millwatch/domain/utilization'
import { Fragment } from 'react'
import { type Exception, exceptions, type SummaryMachine } from '../../features/reports/summary-machines.ts'
import { useNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { briefDuration, count, oneDecimal } from '../../lib/format.ts'
import { ClockIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { SummaryData } from './summary-data.ts'

const exceptionWords: Readonly<Record<Exception, string>> = {
  'no-cycle': 'No recent cycle',
  under: `Under-utilized, below ${UNDER_UTILIZED_PCT} %`,
  offline: 'Offline now',
}

interface ExceptionsPanelProps {
  shown: SummaryData
  /** Exception by which the table is filtered; undefined: not filtered. */
  exception: Exception | undefined
  onException: (exception: Exception | undefined) => void
}

/**
 * Returns the exceptions that the page lists: all, but `no-cycle` (machines without a recent cycle) only if the summary has
 * recent cycles.
 */
export const listedExceptions = ({ summary }: SummaryData): readonly Exception[] =>
  exceptions.filter((exception) => exception !== 'no-cycle' || summary.showsRecentCycles)

/**
 * Panel with each exception and the number and worst of its machines. A press on an exception filters the table by it, a press on
 * the chosen one removes the filter.
 */
export function ExceptionsPanel({ shown, exception, onException }: ExceptionsPanelProps) {
  const { machines } = shown
  const some = machines.filter((machine) => machine.exceptions.size > 0)
  return (
    <Panel
      title="Equipment exceptions"
      aside={
        <span className="note">
          {count(some.length)} of {count(shown.units[0]?.machines ?? 0)} machines
        </span>
      }
    >
      <ul className="stack flush">
        {listedExceptions(shown).map((name) => (
          <ExceptionItem
            key={name}
            name={name}
            shown={shown}
            machines={some.filter((machine) => machine.exceptions.has(name))}
            isOn={exception === name}
            onToggle={() => onException(exception === name ? undefined : name)}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface ItemProps {
  name: Exception
  shown: SummaryData
  machines: readonly SummaryMachine[]
  isOn: boolean
  onToggle: () => void
}

function ExceptionItem({ name, shown, machines, isOn, onToggle }: ItemProps) {
  const now = useNow()
  return (
    <li className="summary-exception">
      <button
        type="button"
        className="hoverable toggle stack tight summary-exception-button"
        aria-pressed={isOn}
        disabled={machines.length === 0 && !isOn}
        onClick={onToggle}
      >
        <ExceptionIcon name={name} />
        <span className="stack flush">
          <span className="value">{exceptionWords[name]}</span>
          <span className="note cut">
            {machines.length === 0 ? (
              'no machine'
            ) : (
              <WorstMachines name={name} machines={machines} at={{ now, zone: shown.summary.buckets.tz }} />
            )}
          </span>
        </span>
        <span className="strong value">{count(machines.length)}</span>
      </button>
    </li>
  )
}

function ExceptionIcon({ name }: { name: Exception }) {
  if (name === 'offline') return <StatusMark status="offline" />
  return name === 'under' ? <span aria-hidden="true">▼</span> : <ClockIcon />
}

interface At {
  readonly now: number
  readonly zone: string
}

interface WorstProps {
  name: Exception
  machines: readonly SummaryMachine[]
  at: At
}

/** First two machines of an exception, the worst first, and the number of others: `Saw 06 63.6, Mazak 01 66.0 and 7 more`. */
function WorstMachines({ name, machines, at }: WorstProps) {
  const worst = machines.toSorted((a, b) => rank(name, a) - rank(name, b))
  const named = worst.slice(0, 2)
  const others = worst.length - named.length
  return (
    // Names right inside of what is cut would be lines of their own.
    <span>
      {named.map((machine, index) => (
        <Fragment key={machine.id}>
          {index > 0 && ', '}
          <bdi>{machine.name}</bdi>
          {figureOf(name, machine, at)}
        </Fragment>
      ))}
      {others > 0 && ` and ${count(others)} more`}
    </span>
  )
}

function rank(name: Exception, machine: SummaryMachine): number {
  if (name === 'under') return machine.utilPct ?? 0
  return (name === 'offline' ? machine.lastContactAt : machine.lastCycleAt) ?? 0
}

function figureOf(name: Exception, { utilPct, lastCycleAt, lastContactAt }: SummaryMachine, { now, zone }: At): string {
  if (name === 'under') return ` ${oneDecimal(utilPct ?? 0)}`
  if (name === 'no-cycle') return lastCycleAt === null ? ' never' : ` ${briefDuration(now - lastCycleAt)} ago`
  return lastContactAt === null ? '' : `, last contact ${minuteNear(lastContactAt, now, zone)}`
}

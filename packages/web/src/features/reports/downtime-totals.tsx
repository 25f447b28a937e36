import './downtime-totals.css'
import type { LargestTotals, StopCount } from '@millwatch/domain/stops'
import { Link } from 'react-router'
import { count, hours } from '../../lib/format.ts'
import type { Summary } from './summary-query.ts'

/** Number and time of the excessive stops of a machine with one reason. */
interface StopPart extends StopCount {
  /** Id of the reason; null: no reason was given. */
  readonly reason: number | null
  readonly machine: number
}

/**
 * Returns the excessive stops of the machines of a summary, a row for each machine and reason (null: without a reason), in the
 * given order. `ms` is the scheduled time of the stops.
 */
export const stopPartsOf = (
  machines: readonly { readonly id: number; readonly excessive: Summary['equipment'][number]['excessive'] }[],
): StopPart[] =>
  machines.flatMap(({ id, excessive }) =>
    excessive.map((part) => ({
      machine: id,
      reason: part.status_reason_id,
      stops: part.stops,
      ms: part.scheduled_s * 1000,
    })),
  )

export const stopWords = (stops: number): string => `${count(stops)} ${stops === 1 ? 'stop' : 'stops'}`

const otherWords = (keys: number): string => `${count(keys)} ${keys === 1 ? 'other' : 'others'}`

interface DowntimeTotalsProps {
  totals: LargestTotals<number | null>
  /** Function that returns the name of a reason or machine; null for no reason. */
  nameOf: (key: number | null) => string | null
  /** Function that returns the address to which the name of a reason or machine links. */
  pathOf: (key: number | null) => string
  label: string
}

/**
 * List of the largest sums of excessive stops, each with a link, a bar, hours and number. The last line has the sum of all
 * others, if there are any.
 */
export function DowntimeTotals({ totals: { largest, others }, nameOf, pathOf, label }: DowntimeTotalsProps) {
  const most = largest[0]?.ms ?? 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <ul className="stack near scroll total-list" aria-label={label} tabIndex={0}>
      {largest.map(({ key, ...total }) => (
        <li key={key ?? ''} className="stack near total-line">
          <Link to={pathOf(key)} className="cut value" title={nameOf(key) ?? 'No reason'}>
            {key === null ? <span className="small no-reason">No reason</span> : <bdi>{nameOf(key)}</bdi>}
          </Link>
          <TotalBar total={total} most={most} isOpen={key === null} />
        </li>
      ))}
      {others !== null && (
        <li className="stack near total-line">
          <span className="muted">{otherWords(others.keys)}</span>
          <span />
          <TotalWords total={others} />
        </li>
      )}
    </ul>
  )
}

interface TotalBarProps {
  total: StopCount
  most: number
  /** True if the bar is for stops without a reason, which is drawn differently. */
  isOpen: boolean
}

/** Bar of a sum of stops in proportion to the largest sum `most` (ms), with its hours and number. */
export function TotalBar({ total, most, isOpen }: TotalBarProps) {
  return (
    <>
      <span className="meter block total-bar" aria-hidden="true" data-open={isOpen}>
        <span className="block meter-fill" style={{ width: `${most === 0 ? 0 : (total.ms / most) * 100}%` }} />
      </span>
      <TotalWords total={total} />
    </>
  )
}

const TotalWords = ({ total: { stops, ms } }: { total: StopCount }) => (
  <span className="one-line right" title={stopWords(stops)}>
    <span className="strong">{hours(ms / 1000)} h</span> <span className="note">{count(stops)}×</span>
  </span>
)

import { type LargestTotals, largestTotals, type StopCount, stopTotals, sumStops } from '@millwatch/domain/stops'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { reasonName } from '../../features/reports/summary-machines.ts'
import { count, hours } from '../../lib/format.ts'
import { useChoiceInAddress } from '../../lib/use-in-address.ts'
import { useDowntimePath } from '../../scope/downtime-path.ts'
import { Choice } from '../../ui/choice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { SummaryData } from './summary-data.ts'

const subjects = [
  { name: 'reason', words: 'Reason' },
  { name: 'machine', words: 'Machine' },
] as const

type Subject = (typeof subjects)[number]['name']

/** Excessive stops of a machine with one reason. */
interface Part extends StopCount {
  /** Id of the reason (null: none was given) and of the machine. */
  readonly reason: number | null
  readonly machine: number
}

/** Panel with the hours of excessive stops by reason or machine: the ten greatest, and the others together. */
export function DowntimePanel({ shown }: { shown: SummaryData }) {
  const { summary, machines } = shown
  const [subject, setSubject] = useChoiceInAddress<Subject>('lost', ['reason', 'machine'])
  const parts = useMemo(
    () =>
      machines.flatMap(({ id, excessive }) =>
        excessive.map(
          (part): Part => ({
            machine: id,
            reason: part.status_reason_id,
            stops: part.stops,
            ms: part.scheduled_s * 1000,
          }),
        ),
      ),
    [machines],
  )
  const names = useMemo(() => new Map(machines.map(({ id, name }) => [id, name])), [machines])
  const nameOf = (key: number | null) => (subject === 'reason' ? reasonName(summary, key) : (names.get(key ?? 0) ?? ''))
  const totals = useMemo(() => largestTotals(stopTotals(parts, (part) => part[subject])), [parts, subject])
  const whole = sumStops(parts)
  return (
    <Panel
      title="Excessive downtime"
      aside={<Choice label="Excessive downtime by" options={subjects} chosen={subject} onChoose={setSubject} />}
    >
      {parts.length === 0 && <p className="muted">No excessive downtime in this period</p>}
      {parts.length > 0 && (
        <Totals totals={totals} nameOf={nameOf} unitId={shown.explainable.place.id} subject={subject} />
      )}
      {parts.length > 0 && (
        <p className="note below">
          Sum {hours(whole.ms / 1000)} h, {stopWords(whole.stops)}
          {summary.shift !== 0 && '; whole stops, of all shifts'}
        </p>
      )}
    </Panel>
  )
}

const stopWords = (stops: number): string => `${count(stops)} ${stops === 1 ? 'stop' : 'stops'}`

interface TotalsProps {
  totals: LargestTotals<number | null>
  /** Returns the name of a reason or machine; null for no reason. */
  nameOf: (key: number | null) => string | null
  unitId: number
  subject: Subject
}

function Totals({ totals: { largest, others }, nameOf, unitId, subject }: TotalsProps) {
  const path = useDowntimePath({ which: 'o', id: unitId })
  const most = largest[0]?.ms ?? 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <ul className="stack near summary-list" aria-label={`Excessive downtime by ${subject}`} tabIndex={0}>
      {largest.map(({ key, ...total }) => (
        <li key={key ?? ''} className="summary-line">
          <Link to={path(nameOf(key))} className="cut value" title={nameOf(key) ?? 'No reason'}>
            {key === null ? <span className="no-reason">No reason</span> : <bdi>{nameOf(key)}</bdi>}
          </Link>
          <TotalBar total={total} most={most} isOpen={key === null} />
        </li>
      ))}
      {others !== null && (
        <li className="summary-line">
          <span className="muted">{count(others.keys)} others</span>
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
  /** True for stops without a reason. */
  isOpen: boolean
}

function TotalBar({ total, most, isOpen }: TotalBarProps) {
  return (
    <>
      <span className="meter block summary-bar" aria-hidden="true" data-open={isOpen}>
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

import { largestTotals, stopTotals, sumStops } from '@millwatch/domain/stops'
import { useMemo } from 'react'
import { DowntimeTotals, stopPartsOf, stopWords } from '../../features/reports/downtime-totals.tsx'
import { reasonName } from '../../features/reports/summary-machines.ts'
import { hours } from '../../lib/format.ts'
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

/** Panel with the hours of excessive stops by reason or machine: the ten greatest, and the others together. */
export function DowntimePanel({ shown }: { shown: SummaryData }) {
  const { summary, machines } = shown
  const [subject, setSubject] = useChoiceInAddress<Subject>('lost', ['reason', 'machine'])
  const parts = useMemo(() => stopPartsOf(machines), [machines])
  const names = useMemo(() => new Map(machines.map(({ id, name }) => [id, name])), [machines])
  const nameOf = (key: number | null) => (subject === 'reason' ? reasonName(summary, key) : (names.get(key ?? 0) ?? ''))
  const totals = useMemo(() => largestTotals(stopTotals(parts, (part) => part[subject])), [parts, subject])
  const whole = sumStops(parts)
  const path = useDowntimePath({ which: 'o', id: shown.explainable.place.id })
  return (
    <Panel
      title="Excessive downtime"
      aside={<Choice label="Excessive downtime by" options={subjects} chosen={subject} onChoose={setSubject} />}
    >
      {parts.length === 0 && <p className="muted">No excessive downtime in this period</p>}
      {parts.length > 0 && (
        <DowntimeTotals
          totals={totals}
          nameOf={nameOf}
          pathOf={(key) => path(nameOf(key))}
          label={`Excessive downtime by ${subject}`}
        />
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

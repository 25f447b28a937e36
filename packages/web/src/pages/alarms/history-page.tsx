import type { ListedAlarm } from '../../features/alarms/queries.ts'
import { noticesOf } from '../../features/alarms/words.ts'
import { Button } from '../../ui/button.tsx'
import type { ReportPlace } from '../report-page.tsx'
import { TrippedWords } from './alarm-parts.tsx'
import { AlarmHistoryPart } from './history.tsx'

interface HistoryPageProps {
  alarm: ListedAlarm
  place: ReportPlace
  onClose: () => void
}

/** History of an alarm in a narrow window, in place of the list, with a button back to it. */
export function HistoryPage({ alarm, place, onClose }: HistoryPageProps) {
  const { Equipment, AlarmType, settings } = alarm
  return (
    <section className="panel stack" aria-label={`History of ${AlarmType.name} of ${Equipment.name}`}>
      <div>
        <Button onClick={onClose}>All alarms</Button>
      </div>
      <div className="stack flush">
        <bdi className="title strong any-break">{Equipment.name}</bdi>
        <TrippedWords alarm={alarm} zone={place.zone} />
        <span>
          {AlarmType.name}: {settings}
        </span>
        <span className="note">{noticesOf(alarm)}</span>
      </div>
      <AlarmHistoryPart alarm={alarm} zone={place.zone} />
    </section>
  )
}

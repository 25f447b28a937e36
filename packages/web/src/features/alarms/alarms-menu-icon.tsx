import { useQuery } from '@tanstack/react-query'
import { useSubject } from '../../scope/subject.ts'
import { AlarmsIcon } from '../../ui/icons.tsx'
import { alarmSummaryQuery } from './queries.ts'

/** Icon of the submenu Alarms, red while an alarm of the machine, or of a machine under the unit, on screen is tripped. */
export function AlarmsMenuIcon() {
  const subject = useSubject()
  const { data } = useQuery({ ...alarmSummaryQuery(subject ?? { which: 'o', id: 0 }), enabled: subject !== undefined })
  const isTripped = (data?.alarms.tripped ?? 0) > 0
  return (
    <span className={isTripped ? 'alert inline' : 'inline'} data-tripped={isTripped}>
      <AlarmsIcon />
      {isTripped && <span className="sr-only">Tripped:</span>}
    </span>
  )
}

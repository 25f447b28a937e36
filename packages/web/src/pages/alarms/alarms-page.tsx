import '../../features/alarms/alarms.css'
import { useSubject } from '../../scope/subject.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReportPlacePage } from '../report-page.tsx'
import { AlarmsView } from './alarms-view.tsx'

/** Page with the alarms of the machine in the address, or of all machines under the unit in the address. */
export function AlarmsPage() {
  const subject = useSubject()
  if (subject === undefined) return <InvalidRequest />
  return (
    <ReportPlacePage subject={subject} heading="Alarms">
      {(place) => <AlarmsView place={place} />}
    </ReportPlacePage>
  )
}

import '../../features/alarms/alarms.css'
import '../../features/maintenance/maintenance.css'
import { useSubject } from '../../scope/subject.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReportPlacePage } from '../report-page.tsx'
import { MaintenanceView } from './maintenance-view.tsx'

/** Page with the preventative maintenance of a machine, or of all machines under a unit. */
export function MaintenancePage() {
  const subject = useSubject()
  if (subject === undefined) return <InvalidRequest />
  return (
    <ReportPlacePage subject={subject} heading="Preventative Maintenance">
      {(place) => <MaintenanceView place={place} />}
    </ReportPlacePage>
  )
}

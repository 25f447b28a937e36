import { ReportList } from '../../features/reports/report-list.tsx'
import { useSubject } from '../../scope/subject.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReportLayout, ReportPlacePage } from '../report-page.tsx'

const index = { heading: 'Reports' }

/** Page that lists the reports of a unit or machine. */
export function ReportIndexPage() {
  const subject = useSubject()
  if (subject === undefined) return <InvalidRequest />
  return (
    <ReportPlacePage subject={subject} heading={index.heading}>
      {(place) => (
        <ReportLayout place={place} report={index}>
          <ReportList subject={subject} />
        </ReportLayout>
      )}
    </ReportPlacePage>
  )
}

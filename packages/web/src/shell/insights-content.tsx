import { ReportList } from '../features/reports/report-list.tsx'
import type { Subject } from '../scope/subject.ts'

/** Content of the panel Insights: links to the reports of the unit or machine on screen. */
export const InsightsContent = ({ subject }: { subject: Subject }) => <ReportList subject={subject} />

import { ReportList } from '../features/reports/report-list.tsx'
import type { PanelContent } from './page-menu-panels.ts'

/** Content of the panel Insights: links to the reports of the unit or machine on screen. */
export const InsightsContent = ({ subject }: PanelContent) => <ReportList subject={subject} />

import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'

/** Function that loads the code of a report's page and returns its component. */
type LoadPage = () => Promise<React.ComponentType>

/** Functions that load the pages of the reports, by name. `scope/reports.ts` lists the reports that a unit and a machine have. */
const pages: Readonly<Record<string, LoadPage>> = {
  downtime: async () => (await import('../pages/report-downtime/downtime-page.tsx')).DowntimePage,
  data: async () => (await import('../pages/report-data/data-report-page.tsx')).DataReportPage,
  runs: async () => (await import('../pages/report-runs/runs-report-page.tsx')).RunsReportPage,
  status: async () => (await import('../pages/report-status/status-report-page.tsx')).StatusReportPage,
  parts: async () => (await import('../pages/report-parts/parts-report-page.tsx')).PartsReportPage,
  losttime: async () => (await import('../pages/report-losttime/losttime-page.tsx')).LostTimePage,
  summary: async () => (await import('../pages/report-summary/summary-page.tsx')).SummaryPage,
  shifts: async () => (await import('../pages/report-shifts/shifts-page.tsx')).ShiftsPage,
}

const routes = (path: string, load: LoadPage): RouteObject[] =>
  ['/o/:id', '/e/:id'].map((place) => ({
    path: `${place}/reports${path}`,
    lazy: async () => ({ Component: await load() }),
  }))

/** Redirects from the summary of a machine to its own page, which is its summary; the query stays. */
const toMachine = ({ params, request }: LoaderFunctionArgs) => redirect(`/e/${params.id}${new URL(request.url).search}`)

/** Routes of the reports, and of the index that lists them; each page is loaded when it is opened. */
export const reportRoutes: RouteObject[] = [
  { path: '/e/:id/reports/summary', loader: toMachine },
  ...routes('', async () => (await import('../pages/report-index/report-index-page.tsx')).ReportIndexPage),
  ...Object.entries(pages).flatMap(([name, load]) => routes(`/${name}`, load)),
]

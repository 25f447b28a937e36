import { downtimeOfOrgUnit, lostTimeOfOrgUnit, runsOfOrgUnit, shiftsOfOrgUnit } from '@millwatch/contract/http/reports'
import { partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { restatementsOfEquipment, statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrgUnit } from '../features/tree/types.ts'
import { reports } from '../scope/reports.ts'
import { useScopeStore } from '../scope/scope-store.ts'
import { type FakeServer, refuse } from '../ui/fake-server.testing.ts'
import { stubLayout } from '../ui/layout.testing.ts'
import { serverOf, showPage } from '../ui/page.testing.ts'
import { DataReportOf } from './report-data/data-report-page.tsx'
import { DowntimeReport } from './report-downtime/downtime-page.tsx'
import { LostTime } from './report-losttime/losttime-page.tsx'
import { PartsReportOf } from './report-parts/parts-report-page.tsx'
import { RunsReportOf } from './report-runs/runs-report-page.tsx'
import { Shifts } from './report-shifts/shifts-page.tsx'
import { StatusReportOf } from './report-status/status-report-page.tsx'
import { SummaryOf } from './report-summary/summary-page.tsx'

// The document of these tests has no layout.
vi.hoisted(() => {
  const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => wide)
})

const unit = { which: 'o', id: 70, name: 'Plant', zone: 'UTC', unit: { equipment: [] } as unknown as OrgUnit } as const
const machine = { which: 'e', id: 5, name: 'Press', zone: 'UTC' } as const

type Answer = (made: { readonly query: { readonly startDate?: string } }) => never

/** Pages of the reports by name, each with a function that sets the answer to the call that reads it. */
const pages: Readonly<Record<string, readonly [React.ReactNode, (server: FakeServer, answer: Answer) => FakeServer]>> =
  {
    downtime: [<DowntimeReport key="" place={unit} />, (server, answer) => server.on(downtimeOfOrgUnit, answer)],
    data: [<DataReportOf key="" place={machine} />, (server, answer) => server.on(rawDataOfEquipment, answer)],
    runs: [<RunsReportOf key="" place={unit} />, (server, answer) => server.on(runsOfOrgUnit, answer)],
    status: [<StatusReportOf key="" place={machine} />, (server, answer) => server.on(statusOfEquipment, answer)],
    parts: [<PartsReportOf key="" place={unit} />, (server, answer) => server.on(partsOfOrgUnit, answer)],
    summary: [<SummaryOf key="" place={unit} />, (server, answer) => server.on(summaryOfOrgUnit, answer)],
    losttime: [<LostTime key="" place={unit} />, (server, answer) => server.on(lostTimeOfOrgUnit, answer)],
    shifts: [<Shifts key="" place={unit} />, (server, answer) => server.on(shiftsOfOrgUnit, answer)],
  }

const [FIRST, SECOND] = ['2026-01-04T00:00:00.000Z', '2026-01-03T00:00:00.000Z'] as const
const from = (startDate: string) =>
  useScopeStore.setState({
    scope: {
      ...DEFAULT_SCOPE,
      type: 'absolute',
      absStartDate: Date.parse(startDate),
      absEndDate: Date.parse('2026-01-06T00:00:00Z'),
    },
  })

test.each(reports.map(({ name }) => name))('another period reads the report %s again', async (name) => {
  const [page, set] = pages[name] ?? []
  if (page === undefined || set === undefined) throw new Error('This report has no page here')
  stubLayout()
  const starts: (string | undefined)[] = []
  const others = serverOf()
    .on(listReasons, () => refuse('not_found'))
    .on(listTags, () => refuse('not_found'))
    .on(utilizationOfOrgUnits, () => refuse('not_found'))
    .on(restatementsOfEquipment, () => refuse('not_found'))
  set(others, ({ query }) => {
    starts.push(query.startDate)
    return refuse('not_found')
  })
  from(FIRST)
  showPage(page)
  await waitFor(() => expect(starts).toEqual([FIRST]))
  act(() => from(SECOND))
  await waitFor(() => expect(starts).toEqual([FIRST, SECOND]))
})

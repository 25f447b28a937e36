import type { Endpoint } from '@millwatch/contract/endpoint'
import { listAlarms } from '@millwatch/contract/http/alarms'
import {
  downtimeOfOrgUnit,
  lostTimeOfOrgUnit,
  runsOfOrgUnit,
  shiftsOfEquipment,
} from '@millwatch/contract/http/reports'
import { partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { machine as saw } from '../features/tree/machine.testing.ts'
import type { OrgUnit } from '../features/tree/types.ts'
import { refuse } from '../ui/fake-server.testing.ts'
import { button, serverOf, showPage } from '../ui/page.testing.ts'
import { AlarmsView } from './alarms/alarms-view.tsx'
import { DataReportOf } from './report-data/data-report-page.tsx'
import { DowntimeReport } from './report-downtime/downtime-page.tsx'
import { LostTime } from './report-losttime/losttime-page.tsx'
import { PartsReportOf } from './report-parts/parts-report-page.tsx'
import { RunsReportOf } from './report-runs/runs-report-page.tsx'
import { Shifts } from './report-shifts/shifts-page.tsx'
import { StatusReportOf } from './report-status/status-report-page.tsx'

// The document of these tests has no layout.
vi.hoisted(() => {
  const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => wide)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

const place = { id: 70, name: 'Plant', zone: 'UTC' }
const unit = { ...place, which: 'o', unit: { equipment: [] } as unknown as OrgUnit } as const
const machine = { ...place, which: 'e', machine: saw } as const

const pages = [
  ['alarms', <AlarmsView key="alarms" place={unit} />],
  ['status logs', <StatusReportOf key="status" place={machine} />],
  ['runs', <RunsReportOf key="runs" place={unit} />],
  ['raw data', <DataReportOf key="data" place={machine} />],
  ['shifts', <Shifts key="shifts" place={machine} />],
  ['lost time', <LostTime key="lost" place={unit} />],
  ['excessive downtimes', <DowntimeReport key="downtime" place={unit} />],
  ['parts', <PartsReportOf key="parts" place={unit} />],
] as const

const reads: readonly Endpoint[] = [
  ...[listAlarms, statusOfEquipment, runsOfOrgUnit, rawDataOfEquipment, shiftsOfEquipment, lostTimeOfOrgUnit],
  ...[partsOfOrgUnit, downtimeOfOrgUnit, utilizationOfOrgUnits, listReasons, listTags],
]

test.each(pages)(
  'a list that could not be read cannot be exported, and is not said to be empty: %s',
  async (_, page) => {
    const server = serverOf()
    for (const read of reads) server.on(read, () => refuse('forbidden'))
    showPage(page)
    await screen.findAllByRole('alert')
    expect([button(/^Export/).disabled, button(/^Export/).title]).toEqual([true, 'It is not read yet'])
  },
)

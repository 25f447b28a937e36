import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { machine } from '../../features/tree/machine.testing.ts'
import { showPage } from '../../ui/page.testing.ts'
import { AlarmsPanel, DowntimesPanel } from './downtimes-panel.tsx'
import { ReasonColumns } from './reason-columns.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import type { OperatorData } from './use-operator-data.ts'
import type { Reasoning } from './use-reasoning.ts'

const reasoning = { completing: new Set() } as unknown as Reasoning
const NOTHING = ['No stop needs a reason', 'No recent excessive downtimes', 'No alarms currently tripped', '0 reasons']

/** Shows the panels of a machine without stops and alarms, and returns those sentences that say so. */
function sentencesOf(areRead: boolean): string[] {
  const data = {
    ...{ areStopsRead: areRead, areAlarmsRead: areRead, stops: [], pending: [], tripped: [] },
    ...{ areReasonsRead: areRead, reasons: [], recent: [], mayGive: true, isTracked: true },
  } as unknown as OperatorData
  const panel = { machine, data, reasoning }
  const choice = { rows: [], chosen: undefined, choose: () => undefined, canGive: false, give: () => undefined }
  showPage(
    <>
      <ReasonPanel machine={machine} data={data} choice={choice} isCovered={false} onOther={undefined} />
      <DowntimesPanel {...panel} />
      <AlarmsPanel {...panel} />
      <ReasonColumns data={data} isOff onGive={() => undefined} />
    </>,
  )
  return NOTHING.filter((sentence) => screen.queryByText(sentence) !== null)
}

test('the panels say that there are no stops, alarms and reasons once these are read', () => {
  expect(sentencesOf(true)).toEqual(NOTHING)
  screen.getByLabelText('Search 0 reasons')
})

test('the panels do not say that there are no stops, alarms and reasons before these are read', () => {
  expect(sentencesOf(false)).toEqual([])
  screen.getByLabelText('Search reasons')
})

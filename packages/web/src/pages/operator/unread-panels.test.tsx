import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { machine } from '../../features/tree/machine.testing.ts'
import { showPage } from '../../ui/page.testing.ts'
import { AlarmsPanel, DowntimesPanel } from './downtimes-panel.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import type { OperatorData } from './use-operator-data.ts'
import type { Reasoning } from './use-reasoning.ts'

const reasoning = { completing: new Set() } as unknown as Reasoning
const NOTHING = ['No stop needs a reason', 'No recent excessive downtimes', 'No alarms currently tripped']

/** Shows the panels of a machine without stops and alarms, and returns those sentences that say so. */
function sentencesOf(areRead: boolean): string[] {
  const data = {
    ...{ areStopsRead: areRead, areAlarmsRead: areRead, stops: [], pending: [], reasons: [], tripped: [] },
    ...{ mayGive: true, isTracked: true },
  } as unknown as OperatorData
  const panel = { machine, data, reasoning }
  showPage(
    <>
      <ReasonPanel {...panel} isCovered={false} onOther={undefined} />
      <DowntimesPanel {...panel} />
      <AlarmsPanel {...panel} />
    </>,
  )
  return NOTHING.filter((sentence) => screen.queryByText(sentence) !== null)
}

test('the panels say that there are no stops and alarms once these are read', () => {
  expect(sentencesOf(true)).toEqual(NOTHING)
})

test('the panels do not say that there are no stops and alarms before these are read', () => {
  expect(sentencesOf(false)).toEqual([])
})

import { alarmSummary } from '@millwatch/contract/http/alarms'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Summary } from '../../features/reports/summary-query.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { AttentionPanel } from './attention-panel.tsx'

const NOTHING = 'Nothing needs attention now'
const read = { equipment: [] } as unknown as Summary
const none = { count: 0, tripped: 0, tripped_since: null, most_urgent: [] }
const noAlarms = () => ({ status: 'success', alarms: none, maintenance: none })

/** Shows the panel of a unit without machines, and resolves with the server when the alarms were asked for. */
async function show(answer: () => unknown, summary: Summary | undefined) {
  let isAsked = false
  const server = serverOf().on(alarmSummary, () => {
    isAsked = true
    return answer()
  })
  showPage(<AttentionPanel unitId={70} machines={[]} summary={summary} />)
  await waitFor(() => expect(isAsked).toBe(true))
  return server
}

test('the panel says that nothing needs attention once the alarms are read, not before', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof noAlarms>>()
  await show(() => promise, read)
  expect(screen.queryByText(NOTHING)).toBeNull()
  resolve(noAlarms())
  await screen.findByText(NOTHING)
})

test.each<[string, () => unknown, Summary | undefined]>([
  ['the alarms could not be read', () => refuse('forbidden'), read],
  ['the stops are not read yet', noAlarms, undefined],
])('the panel does not say that nothing needs attention when %s', async (_, answer, summary) => {
  const server = await show(answer, summary)
  await waitFor(() => expect(server.underWay).toBe(0))
  expect(screen.queryByText(NOTHING)).toBeNull()
})

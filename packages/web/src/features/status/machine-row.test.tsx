import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { MachineRow } from './machine-row.tsx'

const window = { from: 0, to: 3_600_000 }
const drawn = { from: 0, ms: [], status_id: [], several: [], several_unscheduled: [], reasons: [] }
const empty = { id: 5, ...drawn, interval_id: [], shifts: [], unscheduled: [] }

/** Shows the row of a machine, and returns what it has announced, the latest last. */
function show(answer: () => unknown): (string | undefined)[] {
  stubLayout()
  serverOf().on(drawnOfEquipment, answer)
  const announced: (string | undefined)[] = []
  const kind = { unitId: 70, zone: 'UTC', scopeKey: [instant], width: 800, detail: true }
  const onAnnounce = (text: string | undefined) => void announced.push(text)
  const context = { kind, window, zone: 'UTC', onRow: () => undefined, onAnnounce }
  showPage(<MachineRow id={5} name="Saw" context={context} row={0} isCurrent />)
  return announced
}

const words = () => screen.getByRole('slider').getAttribute('aria-valuetext')

test('a row says that a machine sent no data once its status is read, not before', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const announced = show(() => promise)
  expect(words()).toBe('not read yet')
  await hand.tab()
  await hand.tab()
  expect(announced.at(-1)).toBe('Saw: not read yet')
  resolve({ status: 'success', as_of: instant, equipment: [empty] })
  await screen.findByRole('img', { name: /^Saw: no data/ })
  expect(words()).toBe('no data')
})

test('a row whose status could not be read does not say that the machine sent no data', async () => {
  show(() => refuse('forbidden'))
  await screen.findByText(/could not be read/)
  expect(words()).toBe('not read yet')
})

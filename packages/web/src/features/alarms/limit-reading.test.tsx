import { readAlarmLimit } from '@millwatch/contract/http/alarms-drafts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { draftOfType, typeOf } from './alarm-draft.testing.ts'
import { LimitReading } from './limit-reading.tsx'

const telemetry = typeOf(8)
const show = (type = telemetry, args = {}) =>
  showPage(<LimitReading draft={draftOfType(type, args)} type={type} analogUnit="" zone="UTC" />)
const reading = (amount: number) => ({ at: instant, amount })
const answer = {
  ...{ status: 'success' as const, startDate: '2020-01-01T00:00:00.000Z', endDate: instant },
  ...{ latest: reading(41.2), extreme: reading(58.1) },
}

test('what the limit is compared with is read without the limit itself', async () => {
  const bodies: unknown[] = []
  serverOf().on(readAlarmLimit, ({ body }) => {
    bodies.push(body)
    return answer
  })
  show(telemetry, { value: '62', minutes: '' })
  // What it is now comes first to the eye.
  const now = await screen.findByText('Now 41.2 °C')
  expect(now.tagName).toBe('B')
  expect(now.parentElement?.textContent).toBe('Now 41.2 °C, highest of the past week 58.1 °C.')
  expect(bodies).toEqual([{ alarm_type_id: 8, equipment_id: 3, args: { what: 'temperature', direction: 'above' } }])
})

test('a failure can be tried again', async () => {
  let tries = 0
  serverOf().on(readAlarmLimit, () => {
    tries += 1
    return tries === 1 ? refuse('forbidden') : answer
  })
  show()
  await screen.findByText(/^What the limit is compared with could not be read/)
  await hand.click(button('Try again'))
  await screen.findByText(/^Now 41\.2/)
})

test('maintenance has no such limit, and blank hours are not asked about', () => {
  serverOf()
  show(typeOf(5))
  show(typeOf(9), { hours: '' })
  expect(screen.queryByText(/past week|compared with/)).toBeNull()
})

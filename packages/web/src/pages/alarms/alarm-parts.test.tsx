import * as calls from '@millwatch/contract/http/alarms'
import { getSetup } from '@millwatch/contract/http/company-setup'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listedAlarm } from '../../features/alarms/alarm.testing.ts'
import { alarmSummaryQuery } from '../../features/alarms/queries.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, confirm, hand, instant, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { AlarmActions, Outputs, TrippedWords } from './alarm-parts.tsx'
import { Acknowledge } from './history.tsx'

test('an alarm shows the names of its outputs, and what they do while it is tripped', () => {
  const device_output_config = { '24v': true, '120v': true }
  const trip = { output_state: 'not_reached' } as (typeof listedAlarm)['AlarmHistory'][number]
  serverOf()
  showPage(
    <>
      <section aria-label="quiet">
        <Outputs alarm={{ ...listedAlarm, device_output_config }} />
      </section>
      <section aria-label="tripped">
        <Outputs
          alarm={{ ...listedAlarm, device_output_config, tripped: true, tripped_at: instant, AlarmHistory: [trip] }}
        />
      </section>
    </>,
  )
  const texts = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByText(/v/)
      .map((output) => output.textContent)
  expect(texts('quiet')).toEqual(['24v', '120v'])
  expect(texts('tripped')).toEqual(['24v not reached', '120v not reached'])
})

test('an alarm that cannot be deleted says so, with the reason', async () => {
  serverOf().on(calls.deleteAlarm, () => refuse('forbidden'))
  showPage(<AlarmActions alarm={listedAlarm} onEdit={vi.fn()} />)
  await hand.click(await screen.findByRole('button', { name: 'Delete Offline of Saw' }))
  await confirm('Yes')
  await message('Error destroying alarm')
})

test('an alarm that cannot be acknowledged says so, and keeps the notes', async () => {
  serverOf().on(calls.acknowledgeAlarm, () => refuse('alarm_not_tripped'))
  showPage(<Acknowledge id={3} onDone={vi.fn()} />)
  await hand.type(screen.getByLabelText('Notes'), 'Coolant was low')
  await hand.click(button('Acknowledge'))
  await message('Error acknowledging alarm')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Coolant was low')
})

const none = { count: 1, tripped: 0, tripped_since: null, most_urgent: [] }

/** Summary of the alarms of a unit, as the page menu has it. */
function Summary() {
  useQuery(alarmSummaryQuery({ which: 'o', id: 70 }))
  return null
}

test('an acknowledgement reads the summary of alarms again, also without a live connection', async () => {
  let readings = 0
  serverOf()
    .on(calls.acknowledgeAlarm, () => ({ status: 'success', done: true, alarm: listedAlarm }))
    .on(calls.alarmSummary, () => {
      readings += 1
      return { status: 'success', alarms: none, maintenance: none }
    })
  showPage(
    <>
      <Summary />
      <Acknowledge id={3} onDone={vi.fn()} />
    </>,
  )
  await waitFor(() => expect(readings).toBe(1))
  await hand.click(button('Acknowledge'))
  await waitFor(() => expect(readings).toBe(2))
})

test('a tripped alarm says since when, another one when it tripped last, and one that never tripped nothing', () => {
  serverOf()
  const alarms = [
    { ...listedAlarm, tripped: true, tripped_at: instant },
    { ...listedAlarm, last_tripped_at: instant },
    listedAlarm,
  ]
  showPage(
    alarms.map((alarm, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
      <p key={place} data-testid="words">
        <TrippedWords alarm={alarm} zone="UTC" />
      </p>
    )),
  )
  const texts = screen.getAllByTestId('words').map(({ textContent }) => textContent)
  expect(texts).toEqual([expect.stringMatching(/^since .+ · /), expect.stringMatching(/^Last tripped /), ''])
})

const userAlarm = {
  ...{ id: 1, user_id: 1, alarm_id: 3, send_sms: false, send_email: true },
  User: { id: 1, first_name: 'Ann', last_name: 'Owner' },
}

test.each(['Close', 'Escape', 'Subscribe'])('the focus returns to the button when its form ends by %s', async (end) => {
  serverOf()
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail: true, sms: true }))
    .on(calls.subscribeToAlarm, () => ({ status: 'success', userAlarm }))
  showPage(<AlarmActions alarm={listedAlarm} onEdit={vi.fn()} />)
  const opener = await screen.findByRole('button', { name: 'Subscribe to Offline of Saw' })
  await hand.click(opener)
  const form = within(await screen.findByRole('form', { name: 'Subscribe to Offline of Saw' }))
  await hand.click(form.getByRole('checkbox', { name: 'Email' }))
  if (end === 'Escape') await hand.keyboard('{Escape}')
  else await hand.click(button(end, form))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

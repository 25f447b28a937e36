import { listAlarms } from '@millwatch/contract/http/alarms'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { hand, instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { listedAlarm } from './alarm.testing.ts'
import { AlarmsPanel } from './alarms-panel.tsx'

/** The panel behind a button, as in the page menu. */
function Menu() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Alarms
      </button>
      {isOpen && <AlarmsPanel subject={{ which: 'o', id: 70 }} />}
    </>
  )
}

test('opening the panel reads the alarms again, and shows which are tripped', async () => {
  let tripped = false
  let calls = 0
  serverOf('user').on(listAlarms, () => {
    calls += 1
    return { status: 'success', alarms: [{ ...listedAlarm, tripped, tripped_at: tripped ? instant : null }] }
  })
  showPage(<Menu />)
  const menu = screen.getByRole('button', { name: 'Alarms' })
  await hand.click(menu)
  await screen.findByText('1 alarm, 0 tripped')
  await hand.click(menu)
  tripped = true
  await hand.click(menu)
  await screen.findByText('1 alarm, 1 tripped')
  await waitFor(() => expect(calls).toBe(2))
  screen.getByText(/^since .* · /)
  expect(screen.getByRole('link', { name: /Saw.*Offline: For 10\sm/ })).toBeDefined()
})

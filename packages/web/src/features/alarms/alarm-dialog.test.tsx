import { listAlarmTypes } from '@millwatch/contract/http/alarms'
import { getSetup } from '@millwatch/contract/http/company-setup'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { AlarmDialog } from './alarm-dialog.tsx'

const server = () =>
  serverOf().on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail: true, sms: true }))

const show = () =>
  showPage(
    <AlarmDialog
      alarm={undefined}
      machines={[{ id: 5, name: 'Saw' }]}
      presetMachineId={5}
      hasOutputs={false}
      zone="UTC"
      onClose={vi.fn()}
    />,
  )

test('the dialog can be used once its types are loaded; a machine that is given is locked', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server().on(listAlarmTypes, async () => {
    await promise
    return { status: 'success', alarm_types: [] }
  })
  show()
  const dialog = await screen.findByRole('dialog', { name: 'Add alarm' })
  expect(dialog.querySelector('[aria-busy]')).not.toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  resolve()
  await screen.findByRole('combobox', { name: 'Alarm type' })
  expect(screen.queryByRole('combobox', { name: 'Equipment' })).toBeNull()
  expect(button(/^Save/).disabled).toBe(true)
})

test('types that cannot be loaded can be asked for again', async () => {
  let tries = 0
  server().on(listAlarmTypes, () => {
    tries += 1
    return tries === 1 ? refuse('forbidden') : { status: 'success', alarm_types: [] }
  })
  show()
  await screen.findByText(/^Alarm types could not be read/)
  await hand.click(button('Try again'))
  await screen.findByRole('combobox', { name: 'Alarm type' })
})

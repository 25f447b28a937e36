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

test('parts that were chosen are dropped when another machine is chosen', async () => {
  server().on(listAlarmTypes, () => ({ status: 'success', alarm_types: [] }))
  showPage(
    <AlarmDialog
      alarm={undefined}
      machines={[
        { id: 5, name: 'Saw' },
        { id: 6, name: 'Mill' },
      ]}
      presetMachineId={undefined}
      hasOutputs={false}
      zone="UTC"
      isMaintenance
      partsOf={(machineId, parts, onParts) => (
        <button type="button" onClick={() => onParts([{ partId: 4, action: 'replace', qty: '1' }])}>
          {`${parts.length} parts of machine ${machineId}`}
        </button>
      )}
      onClose={vi.fn()}
    />,
  )
  const choose = async (name: string) => {
    const entry = await screen.findByRole('combobox', { name: 'Equipment' })
    await hand.clear(entry)
    await hand.type(entry, name)
    await hand.keyboard('{Enter}')
  }
  await choose('Saw')
  await hand.click(await screen.findByRole('button', { name: '0 parts of machine 5' }))
  await screen.findByRole('button', { name: '1 parts of machine 5' })
  await choose('Mill')
  await screen.findByRole('button', { name: '0 parts of machine 6' })
})

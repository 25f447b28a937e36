import { listAlarms } from '@millwatch/contract/http/alarms'
import { getEquipment } from '@millwatch/contract/http/tree'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { machine } from '../tree/machine.testing.ts'
import { listedAlarm } from './alarm.testing.ts'
import { blankDraft } from './draft.ts'
import { OutputFields } from './output-fields.tsx'

const onChange = vi.fn()

/** Shows the boxes of a new alarm of a machine whose alarm 3 uses 120v, and whose firmware can switch outputs or not. */
function show(supports_device_outputs: boolean, outputs: readonly ('24v' | '120v')[] = []) {
  serverOf()
    .on(getEquipment, () => ({ status: 'success', equip: { ...machine, supports_device_outputs } }))
    .on(listAlarms, () => ({ status: 'success', alarms: [{ ...listedAlarm, device_output_config: { '120v': true } }] }))
  showPage(<OutputFields machineId={5} alarmId={undefined} draft={{ ...blankDraft(5), outputs }} onChange={onChange} />)
}

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('an output that another alarm of the machine uses cannot be chosen', async () => {
  show(true)
  await screen.findByText('[Already in use]')
  expect(box(/^120v/).disabled).toBe(true)
  expect(box('24v').disabled).toBe(false)
  await hand.click(box('24v'))
  expect(onChange).toHaveBeenLastCalledWith({ outputs: ['24v'] })
})

test('a machine whose firmware supports no outputs has none to choose; one that was chosen can be taken away', async () => {
  show(false, ['24v'])
  await screen.findByText("[Device firmware doesn't support outputs]")
  await waitFor(() => expect(box(/^24v/).disabled).toBe(false))
  await hand.click(box(/^24v/))
  expect(onChange).toHaveBeenLastCalledWith({ outputs: [] })
  expect(box(/^120v/).disabled).toBe(true)
})

import { listAlarmTypes } from '@millwatch/contract/http/alarms'
import { getSetup } from '@millwatch/contract/http/company-setup'
import { listParts, listPartsOfEquipment } from '@millwatch/contract/http/parts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AlarmDialog } from '../../features/alarms/alarm-dialog.tsx'
import { button, hand, serverOf, showPage } from '../../ui/page.testing.ts'
import { partsOf } from './parts-of.tsx'

const anywhere = { org_unit_ids: [], equipment_ids: [], category_ids: [], manufacturer_ids: [], model_ids: [] }
const facts = { description: '', url: null, created_at: '2026-03-02T08:00:00.000Z', deleted_at: null }
const BELT = { id: 4, number: 'B-4', ...facts, ...anywhere }
const SEAL = { ...BELT, id: 5, number: 'S-5' }

test('of the parts that were chosen, those used on another machine stay when it is chosen', async () => {
  serverOf()
    .on(getSetup, () => ({ needed: false, password_policy: 'spec', demo: false, mail: true, sms: true }))
    .on(listAlarmTypes, () => ({ status: 'success', alarm_types: [] }))
    .on(listParts, () => ({ status: 'success', parts: [BELT, SEAL] }))
    .on(listPartsOfEquipment, ({ params }) => ({ status: 'success', parts: params.id === 6 ? [SEAL] : [BELT, SEAL] }))
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
      partsOf={partsOf}
      onClose={vi.fn()}
    />,
  )
  const choose = async (label: string, name: string) => {
    const entry = await screen.findByRole('combobox', { name: label })
    await hand.clear(entry)
    await hand.type(entry, name)
    await hand.keyboard('{Enter}')
  }
  await choose('Equipment', 'Saw')
  await hand.click(await screen.findByRole('button', { name: 'Add part' }))
  await choose('Part 1: Part #', 'B-4')
  await hand.click(button('Add part'))
  await choose('Part 2: Part #', 'S-5')
  await hand.click(button('Add part'))
  await choose('Equipment', 'Mill')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Part 3: Part #' })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Part 1: Part #' }).value).toBe('S-5')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Part 2: Part #' }).value).toBe('')
})

import { send } from './support/device.ts'
import { button, configurable, deviceOf, dialog, emptyMachine, openInputs, panel, pick } from './support/devices.ts'
import { toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

test('two inputs joined by AND with a separate down input are set up, described in words, and decide if the machine runs', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, 'Wired', { running: { inputs: '24v0' } })
  await openInputs(page, machine)
  const form = dialog(page)
  await expect(button(form, 'Save')).toBeDisabled()
  await form.getByLabel('Running inputs').selectOption('Two inputs, both (AND)')
  await form.getByLabel('Second running input', { exact: true }).selectOption('120v #1')
  await form.getByLabel(/^Separate down input/).check()
  await form.getByLabel('Down input', { exact: true }).selectOption('120v #2')
  await expect(form).toContainText('Running while 120v #1 is high and 24v #1 is high, down while 120v #2 is high.')
  await button(form, 'Save').click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await expect(panel(page)).toContainText('Running while 120v #1 is high and 24v #1 is high')
  expect((await deviceOf(plant, machine.uuid)).input_setup).toEqual({
    running: { inputs: { '24v0': 1, '120v0': 1 } },
    down: { inputs: '120v1' },
  })
  const tag = page.locator('.page-title-row [data-status]')
  const level = (input: string, value: 0 | 1) => ({ t: Date.now(), type: 'input' as const, input, value })
  await send(plant.url, machine, [level('24v0', 1), level('120v0', 1)])
  await expect(tag).toHaveAttribute('data-status', 'running')
  await send(plant.url, machine, [level('120v1', 1)])
  await expect(tag).toHaveAttribute('data-status', 'down')
})

test("input config is copied: 'Copied from', 'Unable to copy from non Millwatch device.', 'Equipment has no config to copy.'", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, 'Copies', { running: { inputs: '24v0' } })
  const names = { source: `Source ${plant.tag}`, other: `Own words ${plant.tag}`, none: `No device ${plant.tag}` }
  await configurable(plant, names.source, { running: { inputs: '120v1' } })
  await plant.machineIn(names.other, plant.company.rootUnitId)
  await emptyMachine(plant, names.none)
  await openInputs(page, machine)
  const copy = async (name: string) => {
    await pick(page, 'Copy from another machine', name)
    await button(dialog(page), 'Copy').click()
  }
  await copy(names.other)
  await expect(dialog(page)).toContainText('Unable to copy from non Millwatch device.')
  await copy(names.none)
  await expect(dialog(page)).toContainText('Equipment has no config to copy.')
  await copy(names.source)
  await expect(dialog(page)).toContainText(`Copied from ${names.source}`)
  await expect(dialog(page).getByLabel('Running input', { exact: true })).toHaveValue('120v1')
  await button(dialog(page), 'Save').click()
  await expect(panel(page)).toContainText('Running while 120v #2 is high.')
})

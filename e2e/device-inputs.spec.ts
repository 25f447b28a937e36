import { send } from './support/device.ts'
import {
  button,
  configurable,
  deviceOf,
  dialog,
  emptyMachine,
  open,
  openInputs,
  panel,
  pick,
} from './support/devices.ts'
import { enterWithRole, toast } from './support/setup.ts'
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

test("flashing inputs, that which says down among them: seconds are free text in ms, 9 and 5 unless said; what a flash counts as is offered only if the firmware supports it, else the text says 'ignored'", async ({
  signedIn: page,
  plant,
}) => {
  const machine = await configurable(plant, 'Flashing', { cycle: { inputs: '24v0' }, running: { inputs: '24v0' } })
  await openInputs(page, machine)
  const form = dialog(page)
  await form.getByLabel('Running inputs').selectOption('Two inputs, either (OR)')
  await form.getByLabel('First running input flashes').check()
  await form.getByLabel('Second running input flashes').check()
  const seconds = form.getByLabel('Flashes last at most, s')
  await form.getByLabel(/^Separate down input/).check()
  await form.getByLabel('Down input flashes').check()
  await expect(seconds.nth(0)).toHaveValue('9')
  await expect(seconds.nth(1)).toHaveValue('5')
  await expect(seconds.nth(2)).toHaveValue('9')
  await expect(form.getByText('ignored', { exact: true })).toHaveCount(3)
  await expect(form.getByLabel('A flash counts as')).toHaveCount(0)
  await seconds.first().fill('soon')
  await expect(form).toContainText('Type the seconds of the flashing filter first')
  await seconds.first().fill('2.5')
  await button(form, 'Save').click()
  await expect(toast(page, 'Device updated successfully')).toBeVisible()
  await send(plant.url, machine, [{ t: Date.now(), type: 'ping', firmware: '1.4.0' }])
  await openInputs(page, machine)
  await form.getByLabel('A flash counts as').first().selectOption('Running')
  await form.getByLabel('A flash counts as').nth(1).selectOption('Down')
  await form.getByLabel('A flash counts as').nth(2).selectOption('Down')
  await button(form, 'Save').click()
  await expect(panel(page)).toContainText('Pulses of 24v #1 of at most 2.5 s count as running.')
  await expect(panel(page)).toContainText('Pulses of 120v #1 of at most 9 s count as down.')
  const { input_setup: setup } = await deviceOf(plant, machine.uuid)
  expect(setup?.running).toEqual({
    inputs: ['24v0', '24v1'],
    filters: { '24v0': { duration: 2500, value: 1 }, '24v1': { duration: 5000, value: 0 } },
  })
  expect(setup?.down).toEqual({ inputs: '120v0', filters: { '120v0': { duration: 9000, value: 1 } } })
  await button(panel(page), 'Edit Input Config').click()
  await expect(form.getByText('Device is using a non-standard input type.')).toHaveCount(0)
  // If low means down, a flash that counts as down counts as low.
  await form.getByLabel('Means down while').selectOption('Low')
  await expect(form.getByLabel('A flash counts as').nth(2)).toHaveValue('0')
  await expect(form.getByLabel('A flash counts as').nth(2).locator('option:checked')).toHaveText('Down')
})

test("a pulsed signal, a known template, and any other set-up: 'Device is using a non-standard input type.'", async ({
  signedIn: page,
  plant,
}) => {
  const nonStandard = { running: { inputs: { '24v0': 1, '24v1': 1, '120v0': 1 } } }
  const machine = await configurable(plant, 'Of many kinds', nonStandard)
  await openInputs(page, machine)
  const form = dialog(page)
  await expect(form.getByRole('alert')).toHaveText('Device is using a non-standard input type.')
  await form.getByLabel('Signal').selectOption('pulsed')
  await form.getByLabel('Pulse input').selectOption('24v #2')
  await button(form, 'Save').click()
  await expect(panel(page)).toContainText('Each pulse of 24v #2 is a cycle.')
  expect((await deviceOf(plant, machine.uuid)).input_setup).toEqual({
    cycle: { inputs: '24v1' },
    running: { inputs: '24v1' },
    down: { function: 'stdDevOrMaxCycleTime' },
  })
  await button(panel(page), 'Edit Input Config').click()
  await form.getByLabel('Signal').selectOption('Template standard_120_volt')
  await button(form, 'Save').click()
  await expect(panel(page)).toContainText('standard_120_volt: Running while 120v #1 is high.')
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

test('the analog input has a unit, a scale, an offset and the day since which they count; a regular user only reads', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const machine = await configurable(plant, 'Measured', { running: { inputs: '24v0' } })
  await openInputs(page, machine)
  await dialog(page).getByLabel('Unit').fill('bar')
  await dialog(page).getByLabel('Scale').fill('0,5')
  await dialog(page).getByLabel('Offset').fill('-6')
  await expect(dialog(page)).toContainText('a raw 512 as 250 bar')
  await dialog(page).getByLabel('Counts from the beginning of').fill('2026-01-02')
  await button(dialog(page), 'Save').click()
  await expect(panel(page)).toContainText('raw × 0.5 − 6, in bar')
  expect((await deviceOf(plant, machine.uuid)).analog_in_1_config).toEqual({ unit: 'bar', scale: 0.5, offset: -6 })
  await enterWithRole(context, plant, 'Reader', 'user')
  await open(page, machine.equipmentId)
  await expect(button(panel(page), 'Add device')).toBeDisabled()
  for (const name of ['Edit device', 'New key', 'Revoke key', 'Reassign', 'Remove from machine', 'Claim code'])
    await expect(button(panel(page), name)).toHaveCount(0)
  await button(panel(page), 'Input Config').click()
  await expect(dialog(page).getByLabel('Signal')).toBeDisabled()
  await expect(dialog(page).getByLabel('Unit')).toHaveValue('bar')
  await expect(button(dialog(page), 'Save')).toHaveCount(0)
})

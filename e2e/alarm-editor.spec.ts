import type { DeviceEvent } from '@millwatch/contract/devices'
import type { Locator, Page } from '@playwright/test'
import { alarmOn, report } from './support/alarms.ts'
import { violationsInAll } from './support/axe.ts'
import { send } from './support/device.ts'
import { toast } from './support/setup.ts'
import { expect, type Plant, test } from './support/test.ts'

const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole('button', { name })
const dialogOf = (page: Page, name: 'Add alarm' | 'Edit alarm'): Locator => page.getByRole('dialog', { name })
const rows = (page: Page): Locator => page.locator('[data-alarm]')

/** Makes a unit of this test with two machines. */
async function hallOf(plant: Plant) {
  const unit = await plant.unit(`Hall ${plant.tag}`)
  const mill = await plant.machineIn(`Mill ${plant.tag}`, unit)
  await plant.machineIn(`Saw ${plant.tag}`, unit)
  return { unit, mill, path: `/o/${unit}/alarms?edit=new` }
}

/** Chooses an option of a field by typing its name. */
async function choose(within: Locator, field: string, words: string): Promise<void> {
  const input = within.getByRole('combobox', { name: field, exact: true })
  await input.fill(words)
  await input.press('Enter')
}

test('Add alarm is a sentence by keyboard alone: what is missing is named, the message and the trips of 90 days stand beside it, Ctrl Enter saves (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant)
  await page.goto(path)
  const dialog = dialogOf(page, 'Add alarm')
  const save = button(dialog, /^Save/)
  await expect(dialog).toContainText('Equipment is missing')
  await expect(save).toBeDisabled()
  await choose(dialog, 'Equipment', `Mill ${plant.tag}`)
  await expect(dialog).toContainText('Alarm type is missing')
  await choose(dialog, 'Alarm type', 'Telemetry')
  await expect(dialog).toContainText('Trips once the value has been beyond the limit for the whole time')
  await expect(dialog).toContainText('Limit is missing')
  await expect(dialog.locator('[name]')).toHaveCount(4)
  const limit = dialog.getByRole('spinbutton', { name: 'Limit' })
  await expect(limit).toHaveAttribute('placeholder', 'Limit')
  await limit.focus()
  await expect(dialog).toContainText('At exactly the limit the alarm does not trip')
  await page.keyboard.type('62')
  const preview = dialog.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText(`Mill ${plant.tag}: temperature`)
  await expect(preview).toContainText('Above 62 °C')
  await expect(preview).toContainText('0 times in the last 90 days')
  expect(await violationsInAll(page, '.dialog')).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Email' }).check()
  await expect(save).toBeEnabled()
  await limit.focus()
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Alarm created successfully')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText('Temperature above 62 °C')
  await expect(rows(page)).toContainText('1 person')
})

test('Edit alarm: equipment and type are locked, the repeat is shown in the largest unit that divides it; Update, and a failure shows what the server says', async ({
  signedIn: page,
  plant,
}) => {
  const { mill, unit } = await hallOf(plant)
  await alarmOn(plant, mill, { reassert_m: 2880, notify_on_clear: true })
  await page.goto(`/o/${unit}/alarms`)
  await button(page, /^Edit Telemetry/).click()
  const dialog = dialogOf(page, 'Edit alarm')
  await expect(dialog.getByRole('combobox', { name: 'Equipment' })).toHaveCount(0)
  await expect(dialog).toContainText('Equipment and type stay as they were chosen.')
  await expect(dialog.getByRole('spinbutton', { name: 'Time between notices' })).toHaveValue('2')
  const unitOfTime = dialog.getByRole('combobox', { name: 'Unit of the time between notices' })
  await expect(unitOfTime).toHaveValue('days')
  await expect(button(dialog.getByRole('group', { name: 'Notify on Clear' }).last(), 'Yes')).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await dialog.getByRole('spinbutton', { name: 'Time between notices' }).fill('')
  await expect(button(dialog, /^Update/)).toBeDisabled()
  await expect(dialog).toContainText('The time between notices is missing')
  await dialog.getByRole('spinbutton', { name: 'Time between notices' }).fill('4')
  await unitOfTime.selectOption('hours')
  await page.route('**/v0/alarms/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 409,
          json: { error: 'This alarm is not tripped any more', code: 'alarm_not_tripped' },
        })
      : route.fallback(),
  )
  await button(dialog, /^Update/).click()
  await expect(toast(page, 'This alarm is not tripped any more')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await button(dialog, /^Update/).click()
  await expect(toast(page, 'Alarm updated successfully')).toBeVisible()
  await expect(rows(page)).toContainText('every 4 h, on clear')
})

test('closing with changes asks once; Cancel without changes asks nothing', async ({ signedIn: page, plant }) => {
  const { mill } = await hallOf(plant)
  await alarmOn(plant, mill, { type: 4, args: { minutes: 10 } })
  await page.goto(`/e/${mill.equipmentId}/alarms`)
  await button(page, /^Edit Offline/).click()
  const dialog = dialogOf(page, 'Edit alarm')
  await button(dialog, 'Cancel').click()
  await expect(dialog).toHaveCount(0)
  await button(page, /^Edit Offline/).click()
  await dialog.locator('[name=minutes]').fill('20')
  await expect(dialog).toContainText('Changed: for 10 → 20 minutes')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes' })
  await button(question, 'Keep editing').click()
  await expect(dialog.locator('[name=minutes]')).toHaveValue('20')
  await button(dialog, 'Cancel').click()
  await button(question, 'Discard').click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page)).toContainText('For 10 m')
})

test('the limit of an analog input is in the unit of its device, and the foot says what changes', async ({
  signedIn: page,
  plant,
}) => {
  const { mill } = await hallOf(plant)
  const analog_in_1_config = { unit: 'bar', scale: 1, offset: 0 }
  await plant.company.call('PUT', `/v0/devices/${mill.deviceId}`, { analog_in_1_config })
  const args = { what: 'analog', direction: 'above', value: 6, minutes: 0 }
  const { id } = await alarmOn(plant, mill, { args })
  await page.goto(`/e/${mill.equipmentId}/alarms?edit=${id}`)
  const dialog = dialogOf(page, 'Edit alarm')
  await expect(dialog.locator('.alarm-sentence')).toContainText('limitbar')
  await expect(dialog).not.toContainText('Changed')
  await dialog.getByRole('spinbutton', { name: 'Limit' }).fill('6.5')
  await expect(dialog).toContainText('Changed: limit 6 → 6.5 bar')
})

test('beside the limit it says what the value is now and the extreme of the past week, for the machine and value chosen, before a limit is typed, and again when a value comes (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const { mill, path } = await hallOf(plant)
  const celsius = (minutesAgo: number, temperature_1: number): DeviceEvent => ({
    ...{ t: Date.now() - minutesAgo * 60_000, type: 'tlm', temperature_1 },
  })
  await send(plant.url, mill, [celsius(120, 58.1), celsius(60, 39.5), celsius(1, 41.2)])
  await page.goto(path)
  const dialog = dialogOf(page, 'Add alarm')
  await choose(dialog, 'Equipment', `Mill ${plant.tag}`)
  await choose(dialog, 'Alarm type', 'Telemetry')
  await expect(dialog).toContainText(/Now 41\.2 °C, highest (of the past week|since .*) 58\.1 °C\./)
  await dialog.locator('[name=direction]').selectOption('below')
  await expect(dialog).toContainText(/lowest .* 39\.5 °C\./)
  await dialog.locator('[name=what]').selectOption('analog')
  await expect(dialog).toContainText('The device has sent no such value yet.')
  await dialog.locator('[name=what]').selectOption('temperature')
  await expect(dialog).toContainText('Now 41.2 °C')
  expect(await violationsInAll(page, '.dialog')).toEqual([])
  await report(plant, mill, 12.5)
  await expect(dialog).toContainText('Now 12.5 °C')
})

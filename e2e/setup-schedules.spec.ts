import type { Page } from '@playwright/test'
import { toast } from './support/setup.ts'
import { expect, type Plant, test, withoutReload } from './support/test.ts'

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Schedule templates' }).getByRole('row').filter({ hasText: name })

const templateNamed = async (plant: Plant, name: string): Promise<number> => {
  const body = { template: { name, type: 'weekly' } }
  return (await plant.company.call<{ template: { id: number } }>('POST', '/v0/scheduletemplates', body)).template.id
}

test('a template starts empty, gets ranges, is renamed in place and deleted', async ({ signedIn: page, plant }) => {
  const name = `Early ${plant.tag}`
  await page.goto('/setup/schedules')
  await expect(page).toHaveTitle('Schedule Templates | Millwatch')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Type').selectOption('daily')
  await page.getByRole('button', { name: 'Create template' }).press('Enter')
  await expect(toast(page, 'Schedule template created')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Not scheduled')
  await dialog.getByRole('button', { name: /Add range/ }).press('Enter')
  await dialog.getByLabel('Each day, range 1, start').fill('06:00')
  await dialog.getByLabel('Each day, range 1, end').fill('14:00')
  await dialog.getByLabel('Each day, range 1, shift').selectOption('1')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(toast(page, 'Schedule template saved')).toBeVisible()
  await expect(row(page, name)).toContainText('06:00–14:00 First')
  await page.getByRole('button', { name: `Rename ${name}` }).press('Enter')
  const field = page.getByLabel('Template name')
  await expect(field).toBeFocused()
  await field.fill(' ')
  await expect(page.getByText('Name cannot be blank')).toBeVisible()
  await field.fill(`Day ${plant.tag}`)
  await field.press('Enter')
  await expect(row(page, `Day ${plant.tag}`)).toBeVisible()
  await page.getByRole('button', { name: `Delete Day ${plant.tag}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(toast(page, 'Schedule template deleted')).toBeVisible()
  await expect(row(page, `Day ${plant.tag}`)).toHaveCount(0)
})

test('a template that somebody else deletes while its dialog is open says so', async ({ signedIn: page, plant }) => {
  const id = await templateNamed(plant, `Contested ${plant.tag}`)
  await page.goto('/setup/schedules')
  await page.getByRole('button', { name: `Edit Contested ${plant.tag}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Add range to Monday/ }).click()
  await withoutReload(page, async () => {
    await plant.company.call('DELETE', `/v0/scheduletemplates/${id}`)
    await expect(dialog).toContainText('Somebody deleted this template')
  })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
})

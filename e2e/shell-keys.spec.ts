import type { Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

test('Ctrl K leads by keyboard alone to machines, units and pages, and does what can be done (axe)', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(`Palette hall ${plant.tag}`)
  const machine = await plant.machineIn(`Palette lathe ${plant.tag}`, unit)
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('navigation', { name: 'Company tree' }).getByRole('treeitem').first()).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Go to, or do' })
  await page.keyboard.press('Control+k')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(`palette ${plant.tag}`)
  await expect(dialog.getByRole('option')).toHaveCount(2)
  expect(await violationsInAll(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option', { selected: true })).toContainText(`Palette lathe ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/e/${machine.equipmentId}(\\?|$)`))
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/setup/audit')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing like it')
  await expect(dialog.getByRole('status')).toContainText('Nothing is called')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the question mark lists the keys', EVERYDAY, async ({ signedIn: page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('f?/')
  await expect(page.getByRole('searchbox')).toHaveValue('f?/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys and signs' })).toContainText('Search the company tree')
})

/** Presses keys one after the other in one step, without a frame or rendering between them. */
const pressAtOnce = (page: Page, keys: readonly { key: string; ctrlKey?: boolean }[]): Promise<void> =>
  page.evaluate((pressed) => {
    for (const key of pressed)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
  }, keys)

test('keys pressed right after the slash or Ctrl K belong to the field that opens, on a slow machine too', async ({
  signedIn: page,
  context,
  plant,
}) => {
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const browser = await context.newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const search = page.getByRole('searchbox')
  await pressAtOnce(
    page,
    ['/', 'f', '?', 'x', 'Backspace', '/'].map((key) => ({ key })),
  )
  await expect(search).toHaveValue('f?/')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await search.blur()
  await page.keyboard.press('/')
  await page.keyboard.type('[f?')
  await expect(search).toHaveValue('[f?')
  await page.keyboard.press('Escape')
  await search.blur()
  await pressAtOnce(page, [{ key: '/' }, { key: 'x' }, { key: 'Escape' }])
  await pressAtOnce(page, [{ key: 'k', ctrlKey: true }, { key: 'f' }, { key: '/' }, { key: '?' }])
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toHaveValue('f/?')
  await expect(dialog).toHaveCount(1)
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await pressAtOnce(page, [{ key: 'k', ctrlKey: true }, ...[...'audit', 'Enter'].map((key) => ({ key }))])
  await expect(page).toHaveURL('/setup/audit')
})

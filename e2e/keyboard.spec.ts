import { MINUTE_MS } from '@millwatch/domain/time'
import type { Locator, Page } from '@playwright/test'
import { send, status } from './support/device.ts'
import { tabTo } from './support/keyboard.ts'
import { settledMember } from './support/people.ts'
import { toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

test(
  'keyboard alone completes: sign in, find a machine by search, change the period, start and end a run, give a reason',
  EVERYDAY,
  async ({ page, plant }) => {
    const name = `Keys ${plant.tag}`
    const machine = await plant.machineIn(name, plant.company.rootUnitId)
    const now = Date.now()
    await send(plant.url, machine, [
      status('running', now - 9 * MINUTE_MS),
      status('down', now - 7 * MINUTE_MS),
      status('running', now - 3 * MINUTE_MS),
    ])
    await plant.company.call('POST', '/v0/tags', { name: `Order ${plant.tag}` })
    await plant.company.call('POST', '/v0/reasons', { reason: `Blunt tool ${plant.tag}` })
    const person = await settledMember(plant.url, plant.company, 'Keyboard')

    await page.goto('/login')
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(person.username)
    await tabTo(page, page.getByLabel('Password'))
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/o/${plant.company.rootUnitId}`)

    await expect(page.getByRole('treeitem').first()).toBeAttached()
    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/e/${machine.equipmentId}`))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await press(page, page.getByRole('button', { name: /^Period:/ }))
    const drawer = page.getByRole('dialog', { name: 'Period' })
    await press(page, drawer.getByRole('button', { name: 'Past 1 hour' }))
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/[?&]period=1h/)
    await expect(page.getByRole('button', { name: /^Period: Past hour/ })).toBeFocused()

    await press(page, page.getByRole('button', { name: 'No active run - click to set' }))
    const run = page.getByRole('dialog').filter({ hasText: 'Start new run' })
    await tabTo(page, run.getByRole('combobox', { name: 'Tag(s)' }))
    await page.keyboard.type(`Order ${plant.tag}`)
    await expect(page.getByRole('option').filter({ hasText: `Order ${plant.tag}` })).toBeVisible()
    await page.keyboard.press('Enter')
    await press(page, run.getByLabel('Run indefinitely'), 'Space')
    await press(page, run.getByRole('button', { name: 'Start run' }))
    await expect(toast(page, 'Run started')).toBeVisible()

    await press(page, page.getByRole('button', { name: /click to end$/ }))
    const end = page.getByRole('dialog').filter({ hasText: 'End current run' })
    await press(page, end.getByRole('button', { name: 'End run' }))
    await expect(toast(page, 'Run ended')).toBeVisible()

    const row = page.getByTestId('status-row')
    await press(page, page.getByRole('slider', { name: 'Interval of the status timeline' }), 'ArrowLeft')
    await expect(row).toContainText('Down')
    await tabTo(page, row.getByRole('combobox', { name: 'Reason of this stop' }))
    await page.keyboard.type(`Blunt tool ${plant.tag}`)
    await expect(page.getByRole('option').filter({ hasText: `Blunt tool ${plant.tag}` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Reason saved')).toBeVisible()
  },
)

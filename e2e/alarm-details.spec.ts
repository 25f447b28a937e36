import type { Locator, Page } from '@playwright/test'
import { alarmOn, groupOf, tripped } from './support/alarms.ts'
import { violationsInAll } from './support/axe.ts'
import { enterWithRole } from './support/setup.ts'
import { beyondWindow, expect, type Plant, test } from './support/test.ts'

const rows = (page: Page): Locator => page.locator('[data-alarm]')
const telemetry = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }

async function hallOf(plant: Plant) {
  const unit = await plant.unit(`Hall ${plant.tag}`)
  return { saw: await plant.machineIn(`Saw ${plant.tag}`, unit), path: `/o/${unit}/alarms` }
}

test('the delivery log says who got which notice over which channel, when, and the result, to those who manage the alarm (axe)', async ({
  signedIn: page,
  plant,
  context,
}) => {
  const { saw, path } = await hallOf(plant)
  const alarm = await alarmOn(plant, saw, { subscribe_email: true })
  await tripped(plant, saw, alarm)
  await page.goto(`${path}?alarm=${alarm.id}`)
  const opener = page.getByRole('button', { name: 'Delivery log' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const log = page.getByRole('table', { name: 'Delivery log' })
  const notice = log.getByRole('row').filter({ hasText: 'Email' })
  await expect(notice).toContainText('Tripped')
  await expect(notice).toContainText(/Sent|Waiting/)
  expect(await violationsInAll(page, '.main')).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await expect(page.getByRole('button', { name: 'All alarms' })).toBeVisible()
  await expect(notice).toContainText('Tripped')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('button', { name: 'All alarms' })).toHaveCount(0)
  await expect(notice).toContainText('Tripped')
  await enterWithRole(context, plant, 'user')
  await page.goto(`${path}?alarm=${alarm.id}`)
  await expect(page.getByRole('heading', { name: 'Alarm history' })).toBeVisible()
  await expect(opener).toHaveCount(0)
})

test('no heading is cut, and rows of one width have one height, on a desk and a tablet', async ({
  signedIn: page,
  plant,
}) => {
  const { saw, path } = await hallOf(plant)
  await alarmOn(plant, saw, { args: { ...telemetry, minutes: 5 }, reassert_m: 240, notify_on_clear: true })
  await alarmOn(plant, saw, { type: 4, args: { minutes: 10 } })
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expect(rows(page)).toHaveCount(2)
    const { heads, heights } = await page.evaluate(() => ({
      heads: [...document.querySelectorAll('.alarm-table thead th')]
        .filter((head) => head.scrollWidth > head.clientWidth)
        .map((head) => head.textContent),
      heights: new Set([...document.querySelectorAll('[data-alarm]')].map((row) => row.getBoundingClientRect().height))
        .size,
    }))
    expect(heads, `at ${width}`).toEqual([])
    expect(heights, `at ${width}`).toBe(1)
  }
})

test('10,000 alarms: only rows in view are rendered, and the last is reached', async ({ signedIn: page, plant }) => {
  const { saw, path } = await hallOf(plant)
  await alarmOn(plant, saw, { type: 4, args: { minutes: 10 } })
  await page.route('**/v0/alarms?*', async (route) => {
    const answer = await route.fetch()
    const { status, alarms } = await answer.json()
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      ...alarms[0],
      id: 1_000_000 + i,
      equipment_id: 1_000_000 + i,
      Equipment: { ...alarms[0].Equipment, id: 1_000_000 + i, name: `Saw ${i}` },
    }))
    await route.fulfill({ response: answer, json: { status, alarms: many } })
  })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expect(page.getByText('10,000 alarms on 10,000 machines')).toBeVisible()
    await expect(rows(page).filter({ hasText: /Saw 0(?!\d)/ })).toBeVisible()
    expect(await rows(page).count()).toBeLessThan(100)
    await page.locator('main').evaluate((main) => {
      const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
      let box: Element | null = main
      while (box !== null && !(scrolls(box) && box.scrollHeight > box.clientHeight)) box = box.parentElement
      ;(box ?? document.scrollingElement ?? main).scrollTop = 1e9
    })
    await expect(rows(page).filter({ hasText: 'Saw 9999' })).toBeVisible()
    expect(await rows(page).count()).toBeLessThan(100)
  }
})

/** Name of 120 characters without a blank, and a name of a script from right to left. */
const longName = (tag: string): string => `Conveyor${'X'.repeat(112 - tag.length)}${tag}`
const rightToLeft = (tag: string): string => `مكبس الشحم ${tag}`

test('names of 120 characters and from right to left leave the alarms, their history, editor and subscribers within a phone, a tablet and a desk', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit(longName(`U${plant.tag}`))
  const names = [longName(plant.tag), rightToLeft(plant.tag)]
  const machines = await Promise.all(names.map((name) => plant.machineIn(name, unit)))
  const groups = [await groupOf(plant, longName(`G${plant.tag}`)), await groupOf(plant, rightToLeft(plant.tag))]
  const [first] = await Promise.all(machines.map((machine) => alarmOn(plant, machine, { subscribe_email: true })))
  for (const roster_id of groups) await plant.company.call('POST', `/v0/alarms/${first?.id}/rsubscribe`, { roster_id })
  const found: Record<string, number> = {}
  for (const more of ['', `?alarm=${first?.id}`, `?edit=${first?.id}`, '?edit=new', `?subscribers=${first?.id}`]) {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/o/${unit}/alarms${more}`)
      await expect(page.locator('main [aria-busy="true"], .dialog [aria-busy="true"]')).toHaveCount(0)
      await expect(page.locator('main bdi, .dialog bdi').first()).toBeVisible()
      if (/edit|subscribers/.test(more)) await expect(page.locator('.dialog')).toBeVisible()
      const wider = await page.evaluate(() =>
        [...document.querySelectorAll('main, .dialog')].map((part) => part.scrollWidth - part.clientWidth),
      )
      found[`${more} at ${width}`] = Math.max((await beyondWindow(page))[0], ...wider)
    }
  }
  expect(Object.entries(found).filter(([, px]) => px > 0)).toEqual([])
})

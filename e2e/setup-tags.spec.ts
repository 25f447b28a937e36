import type { Page } from '@playwright/test'
import { toast } from './support/setup.ts'
import { EVERYDAY, expect, type Plant, test, withoutReload } from './support/test.ts'

const active = (page: Page) => page.getByRole('table', { name: 'Active tags' })
const inactive = (page: Page) => page.getByRole('table', { name: 'Inactive tags' })

const tagNamed = async (plant: Plant, name: string, groupName?: string): Promise<number> =>
  (await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name, groupName })).tag.id

test(
  'a tag is added with its group, deactivated with its date, and re-activated, by the keyboard alone',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const name = `Order ${plant.tag}`
    await page.goto(`/setup/tags?q=${plant.tag}`)
    await expect(page).toHaveTitle('Tags | Millwatch')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`Orders ${plant.tag}`)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'New tag added successfully')).toBeVisible()
    await expect(active(page)).toContainText(`Orders ${plant.tag}`)
    await page.getByRole('button', { name: `Deactivate ${name}` }).press('Enter')
    await expect(toast(page, 'Tag updated successfully')).toBeVisible()
    await page.getByRole('button', { name: /^Inactive/ }).press('Enter')
    const gone = inactive(page).getByRole('row').filter({ hasText: name })
    await expect(gone).toContainText(/\d+\/\d+ \d+:\d\d [AP]M/)
    await page.getByRole('button', { name: `Re-activate ${name}` }).press('Enter')
    await expect(page.getByText('No inactive tags')).toBeVisible()
    await page.getByRole('button', { name: /^Active/ }).press('Enter')
    await expect(active(page)).toContainText(name)
  },
)

test('a group is renamed by Enter; No group is the last', async ({ signedIn: page, plant }) => {
  await tagNamed(plant, `Zinc ${plant.tag}`, `Colour ${plant.tag}`)
  await tagNamed(plant, `Alone ${plant.tag}`)
  await page.goto(`/setup/tags?q=${plant.tag}`)
  await expect(active(page).locator('bdi')).toHaveText([
    `Colour ${plant.tag}`,
    `Zinc ${plant.tag}`,
    'No group',
    `Alone ${plant.tag}`,
  ])
  await page.getByRole('button', { name: `Rename Colour ${plant.tag}` }).click()
  await page.getByLabel('Group name').fill(`Paint ${plant.tag}`)
  await page.keyboard.press('Enter')
  await expect(active(page).locator('bdi').first()).toHaveText(`Paint ${plant.tag}`)
})

test('a tag that is limited to a machine is offered there alone', async ({ signedIn: page, plant }) => {
  const id = await tagNamed(plant, `Limited ${plant.tag}`)
  const press = await plant.machineIn(`Press ${plant.tag}`, plant.company.rootUnitId)
  const other = await plant.machineIn(`Other ${plant.tag}`, plant.company.rootUnitId)
  await page.goto(`/setup/tags?q=${plant.tag}`)
  await page.getByRole('button', { name: `Edit Limited ${plant.tag}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Machines' }).fill(`Press ${plant.tag}`)
  await page.getByRole('option', { name: `Press ${plant.tag}` }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(active(page)).toContainText(`Press ${plant.tag}`)
  const offered = async (equipId: number) =>
    (await plant.company.call<{ tags: { id: number }[] }>('GET', `/v0/tags?equipId=${equipId}`)).tags.map(
      (tag) => tag.id,
    )
  expect(await offered(press.equipmentId)).toContain(id)
  expect(await offered(other.equipmentId)).not.toContain(id)
})

test('a tag that somebody else deactivates while its dialog is open shows there as inactive', async ({
  signedIn: page,
  plant,
}) => {
  const id = await tagNamed(plant, `Contested ${plant.tag}`)
  await page.goto(`/setup/tags?q=${plant.tag}`)
  await page.getByRole('button', { name: `Edit Contested ${plant.tag}` }).click()
  await withoutReload(page, async () => {
    await plant.company.call('PUT', `/v0/tags/${id}`, { active: false })
    await expect(page.getByRole('dialog')).toContainText('This tag is not active')
  })
})

test('5,000 tags stay quick: few rows are drawn, and the search answers at once', async ({ signedIn: page, plant }) => {
  const dates = { active: true, deactivated_at: null, created_at: '2026-01-05T08:30:00.000Z' }
  const tags = Array.from({ length: 5000 }, (_, id) => ({
    ...{ ...dates, id: id + 1, name: `Order ${id}`, group_name: `Group ${id % 40}`, cycle_tag_group_id: (id % 40) + 1 },
    ...{ updated_at: dates.created_at, org_unit_ids: [], equipment_ids: [] },
  }))
  await page.route(/\/v0\/tags$/, (route) => route.fulfill({ json: { status: 'success', tags } }))
  await page.goto('/setup/tags')
  await expect(active(page)).toHaveAttribute('aria-rowcount', '5041')
  expect(await active(page).getByRole('row').count()).toBeLessThan(80)
  const scrollMs = await active(page).evaluate(async (table) => {
    let scroller: Element | null = table.parentElement
    while (scroller !== null && scroller.scrollHeight < 10 * scroller.clientHeight) scroller = scroller.parentElement
    if (scroller === null) throw new Error('Nothing scrolls')
    const since = performance.now()
    scroller.scrollTop = scroller.scrollHeight / 2
    const isMiddle = (row: Element) => Math.abs(Number(row.getAttribute('aria-rowindex')) - 2520) < 400
    while (![...table.querySelectorAll('tbody tr')].some(isMiddle)) await new Promise(requestAnimationFrame)
    return performance.now() - since
  })
  const search = page.getByRole('searchbox', { name: 'Find a tag' })
  const ms = await search.evaluate(async (input) => {
    const since = performance.now()
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(input, 'Order 4999')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    const rows = () => document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount')
    while (rows() !== '3') await new Promise(requestAnimationFrame)
    return performance.now() - since
  })
  console.log(
    `${plant.tag}: of 5,000 tags, a search is shown after ${Math.round(ms)} ms, the middle of the list after ${Math.round(scrollMs)} ms`,
  )
  expect(Math.max(ms, scrollMs)).toBeLessThan(1000)
})

import type { Page } from '@playwright/test'
import { detachedElements } from './support/memory.ts'
import {
  docked,
  openOperator,
  overlay,
  rowsOf,
  startRun,
  storedRuns,
  type Worked,
  workedMachine,
} from './support/operator-screen.ts'
import { tablets } from './support/sizes.ts'
import type { Spell } from './support/spells.ts'
import { expect, test } from './support/test.ts'
import { tooSmall } from './support/too-small.ts'

test.describe.configure({ timeout: 120_000 })

/** Ran, and is down for 41 minutes. */
const oneStop: readonly Spell[] = [
  [60, 'running'],
  [41, 'down'],
]

/** The company counts scrap, so that the end of a run asks for it. */
async function countScrap(page: Page): Promise<void> {
  await page.route('**/v0/company?*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { company: { config: object } }
    Object.assign(json.company.config, { scrap_enabled: true })
    await route.fulfill({ response, json })
  })
}

/** Opens the screen, and waits until it has read if the company counts scrap. */
async function openCounting(page: Page, worked: Worked): Promise<void> {
  await countScrap(page)
  const read = page.waitForResponse('**/v0/company?*')
  await openOperator(page, worked)
  await read
}

const runButton = (page: Page) => page.getByRole('button', { name: 'click to update / end' })

test('what was closed leaves the memory: the overlay of reasons, the dialog of the run, and its question for scrap', async ({
  signedIn: page,
  plant,
}) => {
  const worked = await workedMachine(plant, 'Forgetful', oneStop)
  await startRun(plant, worked)
  await openCounting(page, worked)
  await expect(rowsOf(page)).toHaveCount(1)
  const dialog = page.getByRole('dialog')
  const openAndClose = async (): Promise<void> => {
    await overlay(page).getByRole('button', { name: 'Later' }).click()
    await runButton(page).click()
    await dialog.getByRole('button', { name: 'End run' }).click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await docked(page).getByRole('button', { name: 'Other' }).click()
    await expect(overlay(page)).toBeVisible()
  }
  const ten = Array.from({ length: 10 })
  await openAndClose()
  const before = await detachedElements(page)
  for (const _ of ten) await openAndClose()
  // The browser may remove the elements of closed dialogs only later, when it is idle. Elements that the page still refers to are
  // never removed, and ten dialogs have more than a thousand of them.
  await expect.poll(async () => (await detachedElements(page)) - before, { timeout: 30_000 }).toBeLessThan(60)
})

/** Waits until, at each size of a tablet, all is large enough inside an element, and no dialog is wider than the window. */
async function isLargeEnough(page: Page, inside: string): Promise<void> {
  const beyond = (): Promise<boolean[]> =>
    page.locator('.shade').evaluateAll((shades) =>
      shades
        .filter((shade) => shade.checkVisibility())
        .map(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
          // A phone scrolls down in it.
          return scrollWidth > clientWidth || (scrollHeight > clientHeight && innerWidth > 600)
        }),
    )
  for (const { width, height } of tablets) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => tooSmall(page, inside), `${width} x ${height}`).toEqual([])
    await expect.poll(beyond, `${width} x ${height}`).toEqual([false])
  }
}

test('at five sizes no text of a dialog is under 20 px and no target under 56 px, and nothing is cut off', async ({
  signedIn: page,
  plant,
}) => {
  const worked = await workedMachine(plant, 'Enlarged', oneStop)
  await openCounting(page, worked)
  await overlay(page).getByRole('button', { name: 'Later' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'No active run - click to set' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Notify on Complete' })).toBeVisible()
  await isLargeEnough(page, '.shade')
  await dialog.getByRole('combobox', { name: 'Tag(s)' }).fill(plant.tag)
  const option = page.getByRole('option', { name: `AX-${plant.tag}`, exact: true })
  await expect(option).toBeVisible()
  expect(await tooSmall(page, '.floating')).toEqual([])
  await option.click()
  await expect(dialog.getByRole('button', { name: `Remove AX-${plant.tag}` })).toBeVisible()
  await isLargeEnough(page, '.shade')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await startRun(plant, worked)
  await runButton(page).click()
  await isLargeEnough(page, '.shade')
  await dialog.getByRole('button', { name: 'End run' }).click()
  await isLargeEnough(page, '.shade')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await dialog.getByLabel('Scrap Qty').fill('5')
  await isLargeEnough(page, '.shade')
  await page.keyboard.press('Escape')
  await docked(page).getByRole('button', { name: 'Other' }).click()
  const groups = page.locator('.operator-groups')
  // As wide as five groups need.
  await groups.evaluate((element) => {
    while (element.children.length < 5) element.append(element.children[0]?.cloneNode(true) ?? '')
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(() => groups.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a run is started without the line, after a reload too: its tags were read before', async ({
  signedIn: page,
  context,
  plant,
}) => {
  const worked = await workedMachine(plant, 'Started', [[60, 'running']])
  await openOperator(page, worked)
  const tag = `AX-${plant.tag}`
  const isKept = async (): Promise<boolean> =>
    (await page.evaluate(() => caches.keys())).length === 1 &&
    (await page.evaluate(() => localStorage.getItem('millwatch.operator-page')))?.includes(tag) === true
  await expect.poll(isKept).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'No active run - click to set' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tag(s)' }).fill(tag)
  await page.getByRole('option', { name: tag }).click()
  await dialog.getByLabel('Part Qty').fill('500')
  await dialog.getByRole('button', { name: 'Start run' }).click()
  await expect(page.getByText(`Start of the run ${tag}: not saved yet`)).toBeVisible()
  await context.setOffline(false)
  await expect(runButton(page)).toBeVisible({ timeout: 30_000 })
  expect((await storedRuns(plant, worked)).length).toBe(1)
})

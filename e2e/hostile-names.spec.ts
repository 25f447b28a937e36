import type { Page } from '@playwright/test'
import { LONG } from './support/axe.ts'
import { ADDIN_ORIGIN, type HostileCompany, makeHostileCompany } from './support/hostile-company.ts'
import { MARKUP } from './support/hostile-names.ts'
import { openAll } from './support/open-all.ts'
import { enterAs } from './support/people.ts'
import { quiet } from './support/requests.ts'
import { expect, type Plant, test } from './support/test.ts'
import { watchPage } from './support/watch-page.ts'

// One company for all tests, which one worker runs in their order.
test.describe.configure({ mode: 'default', timeout: 600_000 })

let made: Promise<HostileCompany> | undefined
const hostile = (plant: Plant): Promise<HostileCompany> => {
  made ??= makeHostileCompany(plant.url)
  return made
}

const REPORTS_OF_UNIT = ['downtime', 'runs', 'summary', 'losttime', 'shifts', 'parts']
const REPORTS_OF_MACHINE = ['downtime', 'data', 'runs', 'status', 'shifts', 'parts']

function pagesOf({ unitId, machine, alarmId, addinId, webhookId, companyId }: HostileCompany) {
  const [unit, equipment] = [`/o/${unitId}`, `/e/${machine.equipmentId}`]
  const setup = ['users', 'users/new', 'groups', 'parts', 'devices', 'tags', 'reasons', 'schedules', 'kiosks', 'keys']
  return {
    unit: [
      ...[unit, `${unit}?tab=equipment`, `${unit}?tab=equipment&view=timeline&period=1d`, `${unit}?panel=alarms`],
      ...[
        `${unit}?tab=equipment&view=wall`,
        `${unit}/pm`,
        `${unit}/alarms?alarm=${alarmId}`,
        `${unit}/alarms?edit=new`,
      ],
      ...[`${unit}/alarms?edit=${alarmId}`, `${unit}/alarms?subscribers=${alarmId}`, `${unit}/addin/${addinId}`],
    ],
    machine: [
      ...[
        equipment,
        `${equipment}?period=1d&detail=table&groups=table`,
        `${equipment}/operator`,
        `${equipment}/alarms`,
      ],
      ...[`${equipment}/pm`, `${equipment}/d/${machine.uuid}`, `${equipment}/addin/${addinId}`],
    ],
    reports: [
      ...[`${unit}/reports`, ...REPORTS_OF_UNIT.map((name) => `${unit}/reports/${name}?period=1d`)],
      ...REPORTS_OF_MACHINE.map((name) => `${equipment}/reports/${name}?period=1d`),
    ],
    settings: [
      ...[...setup, 'audit', 'errors', `c/${companyId}`, `devices/${machine.uuid}`].map((page) => `/setup/${page}`),
      ...[`/setup/webhooks?id=${webhookId}`, '/setup/user', '/setup/user?tab=security'],
    ],
  }
}

/** Answers for the page of the add-in and its picture. */
async function answerForAddin(page: Page): Promise<void> {
  await page.route(`${ADDIN_ORIGIN}/**`, (route) =>
    route.request().url().includes('/i.svg')
      ? route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Guest</title><h1>Guest</h1>' }),
  )
}

interface Sweep {
  readonly paths: readonly string[]
  /** False: the pages are only opened. */
  readonly isPressed?: boolean
  readonly width?: number
}

/** Opens the pages with all that they open, and expects that a name is shown as it is on some and never as markup. */
async function sweep(page: Page, plant: Plant, { paths, isPressed = true, width = 1440 }: Sweep): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await answerForAddin(page)
  const { look, findings, shown } = await watchPage(page, [plant.url, ADDIN_ORIGIN], MARKUP)
  let pressed = 0
  for (const path of paths) {
    const open = async () => {
      await page.goto(path)
      await expect(page.getByRole('heading').or(page.getByTestId('operator-status')).first()).toBeVisible()
      await quiet(page)
    }
    if (isPressed) {
      // Header and tree are the same on all pages.
      const within = path === paths[0] ? 'body' : 'main'
      pressed += await openAll(page, { open, within, look: (opener) => look(`${path} › ${opener}`) })
    } else {
      await open()
      await look(path)
    }
  }
  console.log(`${paths.length} pages, ${pressed} buttons, ${shown()} views with hostile names`)
  expect(findings).toEqual([])
  expect(shown()).toBeGreaterThanOrEqual(paths.length / 2)
}

for (const area of ['unit', 'machine', 'reports', 'settings'] as const) {
  test(
    `hostile names are text in everything that a superuser opens: ${area}`,
    LONG,
    async ({ page, context, plant }) => {
      const company = await hostile(plant)
      await enterAs(context, plant.url, company.people.superuser)
      await sweep(page, plant, { paths: pagesOf(company)[area] })
    },
  )
}

for (const role of ['admin', 'user'] as const) {
  test(`hostile names are text on the pages of an ${role}, on a phone`, LONG, async ({ page, context, plant }) => {
    const company = await hostile(plant)
    await enterAs(context, plant.url, company.people[role])
    const { unit, machine, reports, settings } = pagesOf(company)
    await sweep(page, plant, { paths: [...unit, ...machine, ...reports, ...settings], isPressed: false, width: 390 })
  })
}

for (const kind of ['operator', 'machine', 'unit', 'wall'] as const) {
  test(`hostile names are text on a display with the page ${kind}`, LONG, async ({ page, plant }) => {
    const { displays } = await hostile(plant)
    await page.goto(`/?token=${displays[kind]}`)
    await expect(page).not.toHaveURL(/token/)
    await sweep(page, plant, { paths: [new URL(page.url()).pathname] })
  })
}

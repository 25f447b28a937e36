import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMail } from '@millwatch/lab/app/smtp-sink'
import { isWhole } from '@millwatch/lab/budget'
import type { Page } from '@playwright/test'
import { asLongWord, asMarkup, type Furnished, furnish, type Naming } from './support/hostile.ts'
import { enterAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Tests furnish a company and open some forty pages. */
const WITHIN_MS = 900_000

/** Records what hostile texts do in a page and its frames: dialogs, violations of the content policy, errors. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  await page.exposeFunction('complain', (words: string) => void seen.push(words))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { complain } = window as unknown as { complain?: (words: string) => void }
      complain?.(`policy: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return seen
}

/** Returns the traces of hostile texts that became more than text in the document and its frames; empty: there are none. */
async function harm(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const hits = '__hit' in window ? ['a script ran'] : []
        const markup = [...document.querySelectorAll('img[src="x"], [onerror], script')]
          .filter((element) => element.localName !== 'script' || element.textContent?.includes('__hit'))
          .map((element) => `markup: ${element.outerHTML.slice(0, 80)}`)
        const links = [...document.querySelectorAll('[href], [src], [action], [formaction]')]
          .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''))
          .filter((address) => /^\s*javascript:/i.test(address))
          .map((address) => `link: ${address}`)
        return [...hits, ...markup, ...links]
      }),
    ),
  )
  return found.flat()
}

/** Returns the number of px by which the document is wider than its window, with the elements that reach beyond it. */
const tooWide = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const px = document.documentElement.scrollWidth - innerWidth
    if (px <= 0) return ''
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth,
    )
    const names = beyond.slice(-4).map((element) => `${element.localName}.${element.className}`)
    return `${px} px at ${innerWidth}: ${names.join(' ')}`
  })

const settled = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))

/** Returns the texts that a person can see or hear: what is written, values of fields, labels. */
const read = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    const options = [...document.querySelectorAll('option')].map(({ textContent }) => textContent)
    return [document.body.innerText, ...fields, ...options].join('\n').replaceAll('\u00a0', ' ')
  })

/** The parts of hostile names that show that they were written as they are. */
const literal = (name: Naming): RegExp =>
  new RegExp(
    name('')
      .slice(0, 30)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    'i',
  )

class Visits {
  readonly #problems: string[] = []
  readonly #page: Page
  readonly #seen: string[]
  readonly #name: Naming

  constructor(page: Page, seen: string[], name: Naming) {
    this.#page = page
    this.#seen = seen
    this.#name = name
  }

  get problems(): readonly string[] {
    return this.#problems
  }

  /** Notes what is wrong with the page as it is, at these widths. */
  async check(place: string, widths: readonly { width: number; height: number }[] = [DESK]): Promise<void> {
    const page = this.#page
    const found = new Set<string>()
    for (const size of widths) {
      if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
      await settled(page)
      for (const words of [...(await harm(page)), await tooWide(page)]) if (words !== '') found.add(words)
    }
    if (widths.length > 1) await page.setViewportSize(DESK)
    for (const words of this.#seen.splice(0)) found.add(words)
    this.#problems.push(...[...found].map((words) => `${place}: ${words}`))
  }

  /** Opens an address, waits until it shows hostile texts, and checks it. */
  async open(path: string, widths = [DESK, PHONE], within = 'main'): Promise<void> {
    const page = this.#page
    await page.goto(path)
    await expect(page.locator(within).first(), path).toBeVisible()
    await expect.poll(() => read(page), { message: path }).toMatch(literal(this.#name))
    await page
      .locator('[aria-busy="true"]')
      .first()
      .waitFor({ state: 'detached', timeout: 2000 })
      .catch(() => undefined)
    await this.check(path, widths)
  }

  /** Presses the first button whose name begins so, and checks the dialog that it opens. */
  async dialog(begin: RegExp): Promise<boolean> {
    const page = this.#page
    const button = page.getByRole('main').getByRole('button', { name: begin, disabled: false }).first()
    if ((await button.count()) === 0) return false
    await button.click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
    await expect(dialog).toBeVisible()
    await this.check(`dialog of ${begin} on ${new URL(page.url()).pathname}`, [DESK, PHONE])
    await page.keyboard.press('Escape')
    return true
  }
}

const guest = '<!doctype html><title>Guest</title><h1>Guest</h1>'

const settings = [
  'user',
  'user?tab=security',
  'users',
  'users/new',
  'groups',
  'parts',
  'devices',
  'tags',
  'reasons',
  'schedules',
  'kiosks',
  'keys',
  'webhooks',
  'audit',
  'mail',
  'errors',
]
const reports = ['', '/downtime', '/data', '/runs', '/status', '/parts', '/summary', '/losttime', '/shifts']

function pathsOf({ unit, machine, addin, companyId }: Furnished): string[] {
  const [o, e] = [`/o/${unit}`, `/e/${machine.equipmentId}`]
  return [
    ...[o, `${o}?tab=equipment`, `${o}?tab=equipment&view=timeline`, `${o}?tab=equipment&view=wall`],
    ...[`${o}?panel=schedule`, `${o}/alarms`, `${o}/pm`, `${o}/addin/${addin}`],
    ...reports.filter((report) => !/data|status/.test(report)).map((report) => `${o}/reports${report}`),
    ...[e, `${e}?detail=table&groups=table`, `${e}?panel=schedule`, `${e}/alarms`, `${e}/pm`, `${e}/operator`],
    ...[`${e}/addin/${addin}`, `${e}/d/${machine.uuid}`],
    ...reports.filter((report) => !/summary|losttime/.test(report)).map((report) => `${e}/reports${report}`),
    ...settings.map((page) => `/setup/${page}`),
    ...[`/setup/c/${companyId}`, `/setup/devices/${machine.uuid}`],
  ]
}

/** Opens an address, and waits until the page takes keys and clicks. */
async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
}

/** Opens what lies over a page: the palette, the bell, the menu of the person, the intervals behind a number. */
async function openOverlays(page: Page, visits: Visits, path: string): Promise<void> {
  await ready(page, path)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await visits.check('the bell', [DESK, PHONE])
  await page.keyboard.press('Escape')
  await ready(page, path)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('machine')
  await visits.check('the palette', [DESK, PHONE])
  await ready(page, path)
  await page.getByRole('button', { name: /User menu/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  const widths = [320, 390, 600, 768, 900, 1024, 1280].map((width) => ({ width, height: 844 }))
  await visits.check('the menu of the person', [DESK, ...widths])
  await ready(page, path)
  const figure = page
    .getByRole('main')
    .getByRole('button', { name: /How the utilization is computed/ })
    .first()
  await figure.click()
  await expect(page.getByRole('dialog', { name: /Behind the number/ })).toBeVisible()
  await visits.check('behind the number', [DESK, PHONE])
}

async function openDisplays(page: Page, visits: Visits, { company, displays }: Furnished): Promise<void> {
  for (const id of Object.values(displays)) {
    const { code } = await company.call<{ code: string }>('POST', `/v0/kiosks/${id}/code`)
    await page.context().clearCookies()
    await page.goto(`/?token=${code}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).not.toHaveURL(/login/)
    await settled(page)
    await visits.check(`display ${new URL(page.url()).pathname}`, [DESK, PHONE])
  }
}

/**
 * Each kind opens every page, which takes minutes: long words only in a whole run, `LONG_SECONDS=0 npm run e2e --
 * hostile-names.spec.ts`.
 */
const kinds = { markup: asMarkup, ...(isWhole ? { 'words of 120 letters': asLongWord } : {}) }

for (const [kind, name] of Object.entries(kinds))
  test(`names that are ${kind} stay text on every page, and no page gets wider than its window`, async ({
    page,
    context,
    plant,
  }) => {
    test.setTimeout(WITHIN_MS)
    const furnished = await furnish(plant.url, name)
    await enterAs(context, plant.url, furnished.owner)
    const visits = new Visits(page, await watch(page), name)
    await page.route(/^https:\/\/addin\.example\//, (route) => route.fulfill({ contentType: 'text/html', body: guest }))
    const dialogs: string[] = []
    for (const path of pathsOf(furnished)) {
      await visits.open(path)
      if (path.startsWith('/setup/') && (await visits.dialog(/^(Remove|Delete|Revoke) /))) dialogs.push(path)
    }
    expect(dialogs.length).toBeGreaterThan(2)
    await openOverlays(page, visits, `/o/${furnished.unit}`)
    await openOverlays(page, visits, `/e/${furnished.machine.equipmentId}`)
    await openDisplays(page, visits, furnished)
    expect(visits.problems).toEqual([])
  })

/** Returns the HTML of the mails to some people, by subject. */
function htmlTo(folder: string, people: readonly string[]): Map<string, string> {
  const files = readdirSync(folder).filter((file) => people.some((person) => file.startsWith(person)))
  const mails = files.map((file) => readMail(readFileSync(join(folder, file), 'utf8').replaceAll('\n', '\r\n')))
  return new Map(mails.flatMap(({ headers, html }) => (html === null ? [] : [[headers.get('subject') ?? '', html]])))
}

test('names that are markup stay text in the mails about them', async ({ page, plant }) => {
  test.setTimeout(WITHIN_MS)
  const { owner, invited } = await furnish(plant.url, asMarkup)
  const mails = () => htmlTo(plant.mails, [owner.username, invited])
  await expect.poll(() => mails().size, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  const seen = await watch(page)
  for (const [subject, html] of mails()) {
    await page.setContent(html)
    await settled(page)
    expect(await harm(page), subject).toEqual([])
    expect(await read(page), subject).toContain('<img src=x onerror="window.__hit=1">')
    expect(seen, subject).toEqual([])
  }
})

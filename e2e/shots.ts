// `npm run shots`: every page at four widths in both themes, into shots/, with a contact sheet in shots/index.html.
// `npm run shots -- --to URL` takes a demo plant that runs already; its password is read from MILLWATCH_DEMO_PASSWORD.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Company, signIn } from '../tools/product/company.ts'
import { Product } from '../tools/product/product.ts'
import { root } from '../tools/setup/place.mjs'
import { findBrowser, thisMachine } from '../tools/test/browser.ts'
import { browserArgs } from './support/browser-args.ts'
import type { Taken } from './support/camera.ts'
import { takeCharts } from './support/chart-shots.ts'
import { takeComingIn } from './support/coming-in-shots.ts'
import { equipmentShots } from './support/equipment-shots.ts'
import { takeMachineSetup } from './support/machine-setup-shots.ts'
import { takeMachine } from './support/machine-shots.ts'
import { takeScope } from './support/scope-shots.ts'
import { setUpForPictures } from './support/setup-shots.ts'
import { takeShell } from './support/shell-shots.ts'
import { themes, widths } from './support/sizes.ts'
import { takeTreeWork } from './support/tree-shots.ts'
import { takeUnit, unitShots } from './support/unit-shots.ts'

const username = 'admin@demo.example'
const superuser = 'super@demo.example'
const folder = join(root, 'shots')

interface Shot {
  readonly name: string
  readonly path: string
}

interface Node {
  readonly id: number
  readonly name: string
  readonly children: Node[]
  readonly equipment: { id: number; name: string; current_status: { status: number } | null }[]
}

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const below = (node: Node): Node[] => [node, ...node.children.flatMap(below)]

/** The pages: the sign-in, the root, each unit that holds machines, and one machine of each status. */
async function pagesOf(company: Company): Promise<{ shots: Shot[]; unitId: number; machineId: number }> {
  const answer = await company.call<{ company: { tree: Node } }>('GET', '/v0/company')
  const units = below(answer.company.tree)
  const machines = units.flatMap((unit) => unit.equipment)
  const oneOfEach = [1, 2, 3, 4].flatMap(
    (status) => machines.find((one) => one.current_status?.status === status) ?? [],
  )
  const shots = [
    { name: 'sign-in', path: '/login' },
    ...units.slice(0, 4).map((unit) => ({ name: `unit-${slug(unit.name)}`, path: `/o/${unit.id}` })),
    ...oneOfEach.map((machine) => ({ name: `machine-${slug(machine.name)}`, path: `/e/${machine.id}` })),
    ...unitShots(company.rootUnitId),
    ...equipmentShots(
      company.rootUnitId,
      machines.slice(0, 2).map(({ id }) => id),
    ),
    { name: 'settings-general', path: '/setup/user' },
    { name: 'settings-security', path: '/setup/user?tab=security' },
  ]
  const hall = units.find((unit) => unit.equipment.length > 0)
  const machine = oneOfEach[0]
  if (hall === undefined || machine === undefined) throw new Error('The demo plant has no machines')
  return { shots, unitId: hall.id, machineId: machine.id }
}

/** All is read and painted: nothing is a skeleton, the live line stands, the letters are there, two frames have passed. */
async function settled(page: Page, isSignIn: boolean): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  if (!isSignIn) await page.locator('[data-connection="connected"]').waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy], .bone') === null)
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

interface Sitting {
  readonly browser: Browser
  readonly url: string
  /** Somebody signed in. */
  readonly storageState: Awaited<ReturnType<BrowserContext['storageState']>>
}

async function sitDown(browser: Browser, url: string, username: string, password: string): Promise<Sitting> {
  const context = await browser.newContext({ baseURL: url })
  const data = { username, password, cookie: true }
  const answer = await context.request.post('/v0/sessions', { headers: { origin: url }, data })
  if (!answer.ok()) throw new Error(`The sign-in was answered ${answer.status()}: ${await answer.text()}`)
  const storageState = await context.storageState()
  await context.close()
  return { browser, url, storageState }
}

async function shoot({ browser, url, storageState }: Sitting, shot: Shot): Promise<string[]> {
  const files: string[] = []
  for (const theme of themes) {
    for (const viewport of widths) {
      const isSignIn = shot.path === '/login'
      const context = await browser.newContext({ viewport, baseURL: url, ...(isSignIn ? {} : { storageState }) })
      const kept = JSON.stringify({ state: { theme }, version: 0 })
      await context.addInitScript((value) => localStorage.setItem('millwatch.preferences', value), kept)
      const page = await context.newPage()
      await page.goto(shot.path)
      await settled(page, isSignIn)
      const file = `${shot.name}-${viewport.width}-${theme}.png`
      await page.screenshot({ path: join(folder, file) })
      files.push(file)
      await context.close()
    }
  }
  return files
}

function sheet(rows: readonly Taken[]): string {
  const figure = (file: string) =>
    `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a><figcaption>${file}</figcaption></figure>`
  const row = ([name, files]: Taken) => `<h2>${name}</h2><div>${files.map(figure).join('')}</div>`
  const style =
    'body{font:14px system-ui;margin:24px;background:#888}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}' +
    'figure{margin:0}img{height:300px;display:block}figcaption{font-size:11px}'
  return `<!doctype html><meta charset="utf-8"><title>Millwatch, all pages</title><style>${style}</style>${rows.map(row).join('')}`
}

async function takeAll(browser: Browser, url: string, password: string): Promise<Taken[]> {
  const sitting = await sitDown(browser, url, username, password)
  const { shots, ...places } = await pagesOf(await signIn(url, username, password))
  const rows: Taken[] = []
  const take = async (of: Sitting, shot: Shot): Promise<void> => {
    rows.push([`${shot.name} ${shot.path}`, await shoot(of, shot)])
    console.log(shot.name)
  }
  for (const shot of shots) await take(sitting, shot)
  const owner = await signIn(url, superuser, password)
  const settings = await sitDown(browser, url, superuser, password)
  for (const shot of await setUpForPictures(url, owner, places.machineId)) await take(settings, shot)
  const camera = { browser, url, folder }
  rows.push(...(await takeUnit(camera, { username, password }, owner.rootUnitId)))
  rows.push(...(await takeScope(camera, { username, password }, owner.rootUnitId)))
  rows.push(...(await takeMachineSetup(camera, { username, password }, places.machineId)))
  rows.push(...(await takeMachine(camera, { username: superuser, password })))
  rows.push(...(await takeCharts(camera, { username, password }, places.machineId)))
  rows.push(...(await takeShell(camera, { username: superuser, password }, owner, places)))
  rows.push(...(await takeTreeWork(camera, { username, password }, owner, places)))
  return [...rows, ...(await takeComingIn(camera, owner, places))]
}

async function shootAll(url: string, password: string): Promise<void> {
  const executablePath = await findBrowser(thisMachine())
  if (executablePath === undefined) throw new Error('Without a browser there are no pictures')
  const browser = await chromium.launch({ executablePath, args: browserArgs })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  try {
    const rows = await takeAll(browser, url, password)
    writeFileSync(join(folder, 'index.html'), sheet(rows))
    console.log(`${rows.flatMap(([, files]) => files).length} pictures; see shots/index.html`)
  } finally {
    await browser.close()
  }
}

const { values } = parseArgs({ options: { to: { type: 'string' } } })
if (values.to !== undefined) {
  await shootAll(values.to, process.env.MILLWATCH_DEMO_PASSWORD ?? '')
} else {
  const password = randomBytes(12).toString('hex')
  const product = await Product.make({ demoPassword: password })
  try {
    console.log('Filling a demo plant')
    await product.start()
    await shootAll(product.url, password)
  } finally {
    await product.discard()
  }
}

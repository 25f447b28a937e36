// `npm run shots`: takes screenshots of every page and dialog at four widths in both themes, into shots/, with a contact sheet
// in shots/index.html. `npm run shots -- --only unit,machine` takes only these groups and keeps the others (`--only none` lists
// the groups). `npm run shots -- --to URL` uses a demo plant that already runs; MILLWATCH_DEMO_PASSWORD is its password. Ctrl-C
// ends it with all it started and keeps the screenshots taken. Exit code 1 if a group failed.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from '@millwatch/lab/product/company'
import { endAll } from '@millwatch/lab/product/ending'
import { root } from '../tools/setup/place.mjs'
import { takeAlarms } from './support/alarm-shots.ts'
import type { Camera, TakenPicture } from './support/camera.ts'
import { takeCharts } from './support/chart-shots.ts'
import { takeComingIn } from './support/coming-in-shots.ts'
import { contactSheet } from './support/contact-sheet.ts'
import { takeMachineSetup } from './support/machine-setup-shots.ts'
import { takeMachine } from './support/machine-shots.ts'
import { takeMails } from './support/mail-shots.ts'
import { takeOperator } from './support/operator-shots.ts'
import { pagesOf, takePage } from './support/page-shots.ts'
import { takeReports } from './support/report-shots.ts'
import { takeScope } from './support/scope-shots.ts'
import { takeSetupDialogs } from './support/setup-dialog-shots.ts'
import { setUpForPictures } from './support/setup-shots.ts'
import { takeShell } from './support/shell-shots.ts'
import { withBrowser, withProduct } from './support/stage.ts'
import { takeTreeWork } from './support/tree-shots.ts'
import { takeTrouble } from './support/trouble-shots.ts'
import { takeUnit } from './support/unit-shots.ts'

/** Number of groups that are taken at the same time. */
const AT_ONCE = 3
const folder = join(root, 'shots')

/** A group of screenshots, taken one page after another. */
interface Group {
  readonly name: string
  readonly take: () => Promise<TakenPicture[]>
}

async function groupsOf(camera: Camera, password: string): Promise<Group[]> {
  const { url } = camera
  const admin = { username: 'admin@demo.example', password }
  const superuser = { username: 'super@demo.example', password }
  const user = { username: 'operator@demo.example', password }
  const ofTwo = { username: 'both@demo.example', password }
  const company = await signIn(url, admin.username, password)
  const owner = await signIn(url, superuser.username, password)
  const { shots, places } = await pagesOf(company)
  const setup = await setUpForPictures(url, owner, places.machineId)
  const [companyPage] = setup
  if (companyPage === undefined) throw new Error('There are no pages under Settings')
  return [
    { name: 'shell', take: () => takeShell(camera, superuser, owner, places) },
    { name: 'tree', take: () => takeTreeWork(camera, admin, owner, places) },
    { name: 'coming-in', take: () => takeComingIn(camera, owner, ofTwo, places) },
    { name: 'charts', take: () => takeCharts(camera, admin, places.machineId) },
    { name: 'machine', take: () => takeMachine(camera, superuser) },
    { name: 'machine-setup', take: () => takeMachineSetup(camera, admin, places.machineId) },
    { name: 'settings', take: () => takeSetupDialogs(camera, superuser, companyPage.path) },
    { name: 'unit', take: () => takeUnit(camera, admin, owner.rootUnitId) },
    { name: 'reports', take: () => takeReports(camera, superuser, user, places) },
    { name: 'alarms', take: () => takeAlarms(camera, superuser, user, { ...places, unitId: owner.rootUnitId }) },
    { name: 'mails', take: () => takeMails(camera) },
    { name: 'operator', take: () => takeOperator(camera, superuser, owner) },
    { name: 'scope', take: () => takeScope(camera, admin, owner.rootUnitId) },
    { name: 'trouble', take: () => takeTrouble(camera, admin, places) },
    ...shots.map((shot) => ({ name: shot.name, take: async () => [await takePage(camera, admin, shot)] })),
    ...setup.map((shot) => ({ name: shot.name, take: async () => [await takePage(camera, superuser, shot)] })),
  ]
}

function choose(groups: readonly Group[], only: string): readonly Group[] {
  if (only === '') return groups
  const wanted = only.split(',').map((name) => name.trim())
  const unknown = wanted.filter((name) => !groups.some((group) => group.name === name))
  if (unknown.length > 0) throw new Error(`--only is of ${groups.map(({ name }) => name).join(', ')}`)
  return groups.filter(({ name }) => wanted.includes(name))
}

/** Takes all groups; returns the names of those that failed. */
async function takeAll(groups: readonly Group[]): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...groups]
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined && !isStopping; group = waiting.shift()) {
      const began = performance.now()
      try {
        const count = (await group.take()).flatMap(([, files]) => files).length
        console.log(`${group.name}: ${count} pictures in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      } catch (error) {
        if (isStopping) return
        failed.push(group.name)
        console.error(`${group.name} was not taken: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

async function shoot(url: string, password: string, only: string): Promise<void> {
  if (only === '') rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const failed = await withBrowser(async (browser) => {
    const groups = choose(await groupsOf({ browser, url, folder }, password), only)
    return takeAll(groups)
  })
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'))
  writeFileSync(join(folder, 'index.html'), contactSheet(files))
  console.log(`${files.length} pictures; see shots/index.html`)
  if (failed.length > 0) process.exitCode = 1
}

let isStopping = false
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    isStopping = true
    console.log('Stopping. Pictures that were taken are in shots/')
    void endAll().then(() => process.exit(130))
  })
}

const { values } = parseArgs({ options: { to: { type: 'string' }, only: { type: 'string', default: '' } } })
const began = performance.now()
if (values.to !== undefined) {
  await shoot(values.to, process.env.MILLWATCH_DEMO_PASSWORD ?? '', values.only)
} else {
  const demoPassword = randomBytes(12).toString('hex')
  console.log('Filling a demo plant')
  await withProduct({ demoPassword }, ({ url }) => shoot(url, demoPassword, values.only))
}
console.log(`It took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)

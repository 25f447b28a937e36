// Screenshots of mails as they arrive at a mail server: the daily and the weekly report, that a run is complete, an alarm, and a
// list of alarms; at the widths of mail programs on a desk and on a phone, in both themes. An installation of their own sends
// them.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { type Arrived, smtpSink } from '@millwatch/lab/app/smtp-sink'
import { type Company, foundCompany, type MadeMachine } from '@millwatch/lab/product/company'
import type { Camera, TakenPicture } from './camera.ts'
import { cycles, send, status } from './device.ts'
import { mailWidths, themes } from './sizes.ts'
import { withProduct } from './stage.ts'

const CYCLE_S = 60
const WITHIN_MS = 120_000
const POLL_MS = 500

/** Sends events by which a machine ran in the first `hours` hours (UTC) of each of the past two days, and was then down. */
async function fill(url: string, machine: MadeMachine, hours: number): Promise<void> {
  const day = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (const start of [day - 2 * DAY_MS, day - DAY_MS]) {
    const end = start + hours * HOUR_MS
    await send(url, machine, [
      status('running', start),
      ...cycles(hours * 60, CYCLE_S, end),
      status('down', end + 1000),
    ])
    const beats = Array.from({ length: 12 }, (_, n) => status('down', end + 1000 + (n + 1) * 240_000))
    await send(url, machine, beats)
  }
}

async function completeRun(url: string, company: Company, machine: MadeMachine): Promise<void> {
  const { roster } = await company.call<{ roster: { id: number } }>('POST', '/v0/rosters', { name: 'Office' })
  const { user } = await company.call<{ user: { id: number } }>('GET', '/v0/user')
  await company.call('POST', `/v0/rosters/${roster.id}/users`, { user_id: user.id })
  await company.call('PUT', `/v0/rosters/${roster.id}/users/${user.id}`, { send_email: true })
  const { tag } = await company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: 'AX-114' })
  const run = { equipId: machine.equipmentId, tags: [tag.id], cyclesTotal: 2, partsPerCycle: 1 }
  await company.call('POST', '/v0/runs', { ...run, notifyRosterIds: [roster.id] })
  // Cycles count from the start of the run on.
  await delay(1000)
  await send(url, machine, cycles(2, 0.01, Date.now()))
}

/** Number of alarms that trip together, and are therefore mailed as a list. */
const TOGETHER = 6

/** Creates and trips one alarm of the first machine, and six at once of the second. */
async function trip(url: string, company: Company, machines: readonly MadeMachine[]): Promise<void> {
  for (const [index, machine] of machines.entries()) {
    for (let n = 0; n < (index === 0 ? 1 : TOGETHER); n++)
      await company.call('POST', '/v0/alarms', {
        alarm_type_id: 8,
        equipment_id: machine.equipmentId,
        args: { what: 'temperature', direction: 'above', value: 60 + n, minutes: 0 },
        subscribe_email: true,
      })
    await send(url, machine, [{ t: Date.now(), type: 'tlm', temperature_1: 75 }])
  }
}

/** Returns the name of a screenshot from the subject of its mail: `list`, `alarm`, or else the first word in lower case. */
function nameOf(subject: string): string {
  if (/^\d+ notices/.test(subject)) return 'list'
  return /temperature/i.test(subject) ? 'alarm' : (subject.split(/[ :]/, 1)[0] ?? '').toLowerCase()
}

/**
 * Waits until `count` mails with HTML have arrived, and returns their HTML by the names of their screenshots. Throws an error
 * after 120 s.
 */
async function arrive(arrived: readonly Arrived[], count: number): Promise<Map<string, string>> {
  const withHtml = () => arrived.filter(({ html }) => html !== null)
  const until = performance.now() + WITHIN_MS
  while (withHtml().length < count) {
    if (performance.now() > until) throw new Error(`${withHtml().length} of ${count} mails arrived`)
    await delay(POLL_MS)
  }
  return new Map(withHtml().map((mail) => [nameOf(mail.headers.get('subject') ?? ''), mail.html ?? '']))
}

async function take({ browser, folder }: Camera, name: string, html: string): Promise<TakenPicture> {
  const files: string[] = []
  for (const colorScheme of themes)
    for (const width of mailWidths) {
      const context = await browser.newContext({
        colorScheme,
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      })
      const page = await context.newPage()
      await page.setContent(html)
      const file = `mail-${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), fullPage: true })
      await context.close()
      files.push(file)
    }
  return [name, files]
}

/** Takes the screenshots of the mails that an installation sends to a mail server; both are started for this. */
export async function takeMails(camera: Camera): Promise<TakenPicture[]> {
  const sink = await smtpSink()
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'millwatch@plant.example' }
  try {
    return await withProduct({ env }, async (product) => {
      const company = await foundCompany(product)
      const unit = await company.unit('Machining')
      const machines = [await company.machine('Mazak 01', unit), await company.machine('Press 3 "left" <2>', unit)]
      for (const [index, machine] of machines.entries()) await fill(product.url, machine, index === 0 ? 21 : 8)
      for (const cadence of ['daily', 'weekly']) await company.call('POST', '/v0/user/report', { cadence })
      const [machine] = machines
      if (machine !== undefined) await completeRun(product.url, company, machine)
      await trip(product.url, company, machines)
      const taken: TakenPicture[] = []
      for (const [name, html] of await arrive(sink.arrived, 5)) taken.push(await take(camera, name, html))
      return taken
    })
  } finally {
    await sink.close()
  }
}

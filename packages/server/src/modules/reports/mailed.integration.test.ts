import { getUser } from '@millwatch/contract/http/identity'
import { updateUser } from '@millwatch/contract/http/members'
import { sendMailedReport } from '@millwatch/contract/http/reports-mailed'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { createOrgUnit } from '@millwatch/contract/http/tree'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

/** A Saturday, 20:00 in Berlin. */
const clock = manualClock(Date.parse('2026-03-07T19:00:00Z'))
const sink = await smtpSink()
const config = { publicUrl: 'https://millwatch.example', smtp: { url: sink.url, from: 'millwatch@plant.example' } }
const { t, company, root } = await appWithCompany({ clock, config, timezone: 'Europe/Berlin' })
let servers: InjectApp[]
let hall: number

async function settings(role: 'user' | 'admin' | 'superuser', body: object): Promise<void> {
  const token = await t.signIn(company.emailOf(role))
  const { user } = await t.ask(getUser, { token })
  await t.ask(updateUser, { token, params: { id: user.id }, body })
}

/** Lets three servers look for what is due at the same time, and send it. */
async function look(): Promise<void> {
  await Promise.all(servers.map((server) => server.app.settleMail()))
  await t.app.settleMail()
}
const goTo = (text: string) => clock.advance(Date.parse(text) - clock.now())
const recipients = () => sink.arrived.map(({ to }) => to[0]).toSorted()

beforeAll(async () => {
  servers = [t, await injectApp({ db: t.db, clock, config }), await injectApp({ db: t.db, clock, config })]
  const token = await t.signIn(company.emailOf('superuser'))
  hall = (await t.ask(createOrgUnit, { token, body: { name: 'Hall <1>', parent_id: root } })).orgUnit.id
  const press = await machineWithDevice(t, token, hall, '=Press 1')
  await machineWithDevice(t, token, root, 'Saw 2')
  const began = clock.now()
  clock.advance(3 * HOUR_MS)
  const cycles = Array.from({ length: 60 }, (_, i) => ({ t: began + i * MINUTE_MS, type: 'cycle', cycle_time: 60 }))
  await press.send(cycles)
  await settings('user', { weekly_report_enabled: true, daily_report_days_enabled: [0, 1, 2, 3, 4, 5, 6] })
  await settings('admin', { daily_report_days_enabled: [1], report_subject_org_unit_id: hall, locale: 'de-DE' })
})
beforeEach(() => {
  sink.arrived.length = 0
})
afterAll(async () => {
  for (const server of servers.slice(1)) await server.close()
  await sink.close()
})

test('on Sunday at 06:00 whoever chose them gets the daily and the weekly report, once from three servers', async () => {
  goTo('2026-03-08T04:59:00Z')
  await look()
  expect(sink.arrived).toEqual([])
  goTo('2026-03-08T05:00:00Z')
  await look()
  await look()
  expect(recipients()).toEqual([company.emailOf('user'), company.emailOf('user')])
  const subjects = sink.arrived.map(({ headers }) => headers.get('subject')).toSorted()
  expect(subjects[0]).toMatch(/^Daily report of .+: .+, Saturday 3\/7\/2026$/)
  expect(subjects[1]).toMatch(/^Weekly report of .+: .+, Sunday 3\/1\/2026 to Saturday 3\/7\/2026$/)
  goTo('2026-03-08T10:59:00Z')
  await look()
  expect(sink.arrived.length).toBe(2)
})

test('the mail has the figures of the summary report, in text, HTML and a file', async () => {
  goTo('2026-03-08T10:59:30Z')
  const token = await t.signIn(company.emailOf('user'))
  const query = { startDate: '2026-03-06T23:00:00Z', endDate: '2026-03-07T23:00:00Z' }
  const { units, equipment } = await t.ask(summaryOfOrgUnit, { token, params: { id: root }, query })
  const pct = (units[0]?.util_pct ?? 0).toFixed(2)
  expect(Number(pct)).toBeGreaterThan(0)
  await t.ask(sendMailedReport, { token, body: { cadence: 'daily' } })
  await look()
  const [mail] = sink.arrived
  expect(mail?.headers.get('subject')).toContain(`${pct} %`)
  expect(mail?.body).toContain(`Utilization ${pct} %`)
  expect(mail?.body).toContain('/setup/user')
  expect(mail?.html).toContain(`${pct} %`)
  expect(mail?.html).toContain('Hall &lt;1&gt;')
  expect(mail?.html).not.toContain('Hall <1>')
  const page = await t.call('GET', '/v0/user/report?cadence=daily', { token })
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.text).toContain(`${pct} %`)
  const press = equipment.find(({ name }) => name === '=Press 1')
  const [file] = mail?.files ?? []
  expect(file?.name).toMatch(/^.+ 2026-03-07 2026-03-07\.csv$/)
  expect(file?.content).toContain(`machine,Hall <1>,'=Press 1,`)
  expect(file?.content).toContain(String(press?.util_pct))
})

test('a person who asks twice within a minute gets one mail, also if the settings ask for none', async () => {
  goTo('2026-03-08T11:30:00Z')
  const token = await t.signIn(company.emailOf('superuser'))
  for (let i = 0; i < 2; i++) {
    const answer = await t.ask(sendMailedReport, { token, body: { cadence: 'weekly' } })
    expect(answer.recipient).toBe(company.emailOf('superuser'))
  }
  await look()
  expect(recipients()).toEqual([company.emailOf('superuser')])
  clock.advance(MINUTE_MS)
  await t.ask(sendMailedReport, { token, body: { cadence: 'weekly' } })
  await look()
  expect(sink.arrived.length).toBe(2)
})

test('after an outage a report is caught up within six hours, and else left out', async () => {
  goTo('2026-03-09T10:59:00Z')
  await look()
  // Monday: the daily reports of both; that of the admin is about the hall, with dates as the admin reads them.
  expect(recipients()).toEqual([company.emailOf('admin'), company.emailOf('user')].toSorted())
  const toAdmin = sink.arrived.find(({ to }) => to[0] === company.emailOf('admin'))
  expect(toAdmin?.headers.get('subject')).toMatch(/^Daily report of Hall <1>: .+, Sunday 8\.3\.2026$/)
  sink.arrived.length = 0
  goTo('2026-03-10T11:00:00Z')
  await look()
  expect(sink.arrived).toEqual([])
})

test('a mail server that was away gets each report once, later', async () => {
  goTo('2026-03-11T05:00:00Z')
  sink.behave((line) => (line.startsWith('MAIL') ? '451 not now' : undefined))
  await look()
  expect(sink.arrived).toEqual([])
  sink.behave(() => undefined)
  clock.advance(HOUR_MS)
  await look()
  expect(recipients()).toEqual([company.emailOf('user')])
})

test('a person who turns the report off before it is sent gets none', async () => {
  goTo('2026-03-12T05:00:00Z')
  sink.behave((line) => (line.startsWith('MAIL') ? '451 not now' : undefined))
  await look()
  await settings('user', { daily_report_days_enabled: [] })
  sink.behave(() => undefined)
  clock.advance(HOUR_MS)
  await look()
  expect(sink.arrived).toEqual([])
  const { rows } = await t.db.owner.query("select reason from notice where kind = 'report' and outcome = 'dropped'")
  expect(rows).toEqual([{ reason: 'unsubscribed' }])
  await settings('user', { daily_report_days_enabled: [0, 1, 2, 3, 4, 5, 6] })
})

test('the link in a report stops such reports in one click of a mail program, and no other', async () => {
  await settings('user', { weekly_report_enabled: true, daily_report_days_enabled: [0, 1, 2, 3, 4, 5, 6] })
  goTo('2026-03-15T05:00:00Z')
  await look()
  const daily = sink.arrived.find(({ headers }) => headers.get('subject')?.startsWith('Daily'))
  expect(daily?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] = /^<(.*)>$/.exec(daily?.headers.get('list-unsubscribe') ?? '') ?? []
  expect(daily?.body).toContain(`Stop daily reports: ${address.replace('/v0/unsubscribe?token', '/unsubscribe?stop')}`)
  const path = address.replace('https://millwatch.example', '')
  const read = await t.call('GET', path)
  expect(read.json).toEqual({ status: 'success', alarms: [], reports: ['daily'] })
  for (let i = 0; i < 2; i++) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await t.call('POST', path, { headers, body: 'List-Unsubscribe=One-Click' })
    expect([answer.status, answer.json]).toEqual([200, { status: 'success', alarms: [], reports: ['daily'] }])
  }
  const { user } = await t.ask(getUser, { token: await t.signIn(company.emailOf('user')) })
  expect([user.daily_report_days_enabled, user.weekly_report_enabled]).toEqual([[], true])
  sink.arrived.length = 0
  goTo('2026-03-22T05:00:00Z')
  await look()
  expect(sink.arrived.map(({ headers }) => headers.get('subject')?.slice(0, 6))).toEqual(['Weekly'])
  await settings('user', { daily_report_days_enabled: [0, 1, 2, 3, 4, 5, 6] })
})

test('a new unit in the settings gives no second mail of the same day', async () => {
  goTo('2026-03-27T05:00:00Z')
  await look()
  expect(sink.arrived.length).toBe(1)
  await settings('user', { report_subject_org_unit_id: hall })
  await look()
  expect(sink.arrived.length).toBe(1)
})

test('reports are no line of a list, and go to no webhook', async () => {
  const { rows } = await t.db.owner.query(
    "select n.channel, m.form, m.notice_count from notice n join notice_message m using (company_id, notice_message_id) where kind = 'report'",
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row).toEqual({ channel: 'email', form: 'single', notice_count: 1 })
})

test('a person who asks for a hundred at once waits for turns as for other reports: the last are refused', async () => {
  const token = await t.signIn(company.emailOf('user'))
  const send = () => t.call('POST', '/v0/user/report', { token, body: { cadence: 'daily' } })
  const answers = await Promise.all(Array.from({ length: 100 }, send))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  await look()
})

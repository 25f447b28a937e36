import { addRosterUser, createRoster, updateRosterUser } from '@millwatch/contract/http/groups'
import { getUser } from '@millwatch/contract/http/identity'
import { listMails } from '@millwatch/contract/http/notices'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { httpSink } from '@millwatch/lab/app/http-sink'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const startedAt = Date.UTC(2026, 2, 2, 8)
const clock = manualClock(startedAt)
const publicUrl = 'https://millwatch.example'
const sink = await smtpSink()
const texts = await httpSink()
const config = {
  ...{ publicUrl, smtp: { url: sink.url, from: 'millwatch@plant.example' } },
  sms: { url: `${texts.url}/Messages.json`, from: '+15550001111' },
}
const { t, company } = await appWithCompany({ clock, config, timezone: 'Europe/Zurich' })
let others: InjectApp[]
let token: string
let order: number

beforeAll(async () => {
  others = [await injectApp({ db: t.db, clock, config }), await injectApp({ db: t.db, clock, config })]
  token = await t.signIn(company.emailOf('superuser'))
  order = (await t.ask(createTag, { token, body: { name: 'Order 1' } })).tag.id
})
afterAll(async () => {
  for (const other of others) await other.close()
  await sink.close()
  await texts.close()
})
beforeEach(() => {
  sink.arrived.length = 0
})

async function group(
  name: string,
  people: readonly ('user' | 'admin' | 'superuser')[],
  sendEmail = true,
): Promise<number> {
  const { roster } = await t.ask(createRoster, { token, body: { name } })
  for (const role of people) {
    const { user } = await t.ask(getUser, { token: await t.signIn(company.emailOf(role)) })
    await t.ask(addRosterUser, { token, params: { id: roster.id }, body: { user_id: user.id } })
    const params = { id: roster.id, user: user.id }
    await t.ask(updateRosterUser, { token, params, body: { send_email: sendEmail } })
  }
  return roster.id
}

async function complete(name: string, groups: number[]): Promise<{ id: number }> {
  const machine = await machineWithDevice(t, token, company.rootOrgUnitId, name)
  const body = { equipId: machine.id, tags: [order], cyclesTotal: 2, partsPerCycle: 1, notifyRosterIds: groups }
  await t.ask(startRun, { token, body })
  clock.advance(10 * MINUTE_MS)
  const at = clock.now()
  await machine.send([2, 1].map((before) => ({ t: at - before * MINUTE_MS, type: 'cycle', cycle_time: 5 })))
  return machine
}

/** Number of facts in the outbox. A mail is sent only after its fact is stored there. */
const inOutbox = async () =>
  (await t.db.owner.query('select count(*)::int as n from outbox where subscriber is null')).rows[0]?.n
const waiting = async () =>
  (await t.db.owner.query('select count(*)::int as n from outbox where sent_at is null')).rows[0]?.n

const mailTo = (role: 'admin' | 'user') => sink.arrived.find((mail) => mail.to[0] === company.emailOf(role))

test('whoever is in a group of a completed run and wants mail gets one, whichever of three servers sends it', async () => {
  const office = await group('Office', ['user', 'admin'])
  const floor = await group('Floor', ['admin', 'superuser'])
  await t.db.owner.query("update app_user set locale = 'de-DE' where email = $1", [company.emailOf('admin')])
  const silent = await group('Silent', ['superuser'], false)
  const { id } = await complete('Press 1\u00a0/ "left"', [office, floor, silent])
  await expect.poll(inOutbox).toBe(1)
  await Promise.all([t, ...others].map((server) => server.app.settleMail()))
  await expect.poll(() => sink.arrived.length).toBe(3)
  await Promise.all([t, ...others].map((server) => server.app.settleMail()))
  expect(sink.arrived.map((mail) => mail.to[0]).toSorted()).toEqual(
    (['admin', 'superuser', 'user'] as const).map((role) => company.emailOf(role)),
  )
  const mail = mailTo('user')
  expect(mail?.headers.get('subject')).toBe('Run completed: Press 1\u00a0/ "left"')
  const textOf = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Zurich', ...options }).format(clock.now() - MINUTE_MS)
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { minute: '2-digit' } as const
  expect(mail?.body.replaceAll('\u202f', ' ')).toContain(
    `2 cycles at ${textOf('en-US', date)} ${textOf('en-US', { ...time, hour: 'numeric' }).replaceAll('\u202f', ' ')} (Europe/Zurich).`,
  )
  // This person chose a locale.
  expect(mailTo('admin')?.body).toContain(
    `2 cycles at ${textOf('de-DE', date)} ${textOf('de-DE', { ...time, hour: '2-digit' })} (Europe/Zurich).`,
  )
  expect(mail?.body).toContain(`${publicUrl}/e/${id}`)
  await expect.poll(waiting).toBe(0)
})

test('a group of which nobody wants mail gets none, and nothing waits for it', async () => {
  const nobody = await group('Nobody', ['user'], false)
  await complete('Press 2', [nobody])
  await expect.poll(inOutbox).toBe(2)
  await t.app.settleMail()
  expect(sink.arrived).toEqual([])
  await expect.poll(waiting).toBe(0)
})

test('a message that cannot be delivered delays no other, of its company or another', async () => {
  const office = await group('Night', ['user'])
  await t.db.owner.query(
    `insert into outbox (company_id, kind, idempotency_key, payload, created_at) values ($1, 'run.completed', 'broken', '{"equipmentIds":["x"]}', 1)`,
    [company.companyId],
  )
  await complete('Press 3', [office])
  await expect.poll(inOutbox).toBe(4)
  await t.app.settleMail()
  await expect.poll(() => sink.arrived.map((mail) => mail.to)).toEqual([[company.emailOf('user')]])
  await expect.poll(waiting).toBe(1)
  await t.db.owner.query(`delete from outbox where idempotency_key like 'broken%'`)
})

test('a person whom a group reaches by text message alone gets one, and no mail', async () => {
  const byText = await group('By text', ['admin'], false)
  const { user } = await t.ask(getUser, { token: await t.signIn(company.emailOf('admin')) })
  await t.db.owner.query("update app_user set phone = '+15557770001' where user_id = $1", [user.id])
  await t.ask(updateRosterUser, { token, params: { id: byText, user: user.id }, body: { send_sms: true } })
  const before = await inOutbox()
  await complete('Press 4', [byText])
  await expect.poll(inOutbox).toBe(before + 1)
  await t.app.settleMail()
  await expect
    .poll(() => texts.received.map(({ body }) => new URLSearchParams(body).get('To')))
    .toEqual(['+15557770001'])
  expect(new URLSearchParams(texts.received[0]?.body).get('Body')).toContain('Press 4')
  expect(sink.arrived).toEqual([])
})

test('in a demo superusers read what was caught of their own people, and nobody else does', async () => {
  const demo = await injectApp({ clock, isDemo: async () => true })
  const [first, second] = [await companyWithPeople(demo, 'first'), await companyWithPeople(demo, 'second')]
  const ask = async (username: string) => {
    expect((await demo.call('POST', '/v0/password/request', { body: { username } })).status).toBe(204)
  }
  await ask(first.emailOf('user'))
  await ask(second.emailOf('user'))
  // Somebody in both companies: reading this person's mail would give access to the account in the other company too.
  await demo.db.owner.query(
    `insert into membership (company_id, user_id, role, created_at)
     select $1, user_id, 'user', 1 from app_user where email = $2`,
    [second.companyId, first.emailOf('admin')],
  )
  await ask(first.emailOf('admin'))
  await demo.app.settleMail()
  const boss = await demo.signIn(first.emailOf('superuser'))
  const { mails } = await demo.ask(listMails, { token: boss })
  expect(mails.map((mail) => mail.recipient)).toEqual([first.emailOf('user')])
  expect(mails[0]).toMatchObject({ subject: 'Reset your password', sent_at: expect.any(String), failed_at: null })
  expect(mails[0]?.body).toContain('/password/reset?resetToken=')
  expect((await demo.call('GET', '/v0/mail', { token: await demo.signIn(first.emailOf('user')) })).status).toBe(403)
  await demo.close()
  expect((await t.call('GET', '/v0/mail', { token })).status).toBe(404)
})

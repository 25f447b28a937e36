import { getUser } from '@millwatch/contract/http/identity'
import { createUser, listUsers, updateUser } from '@millwatch/contract/http/members'
import { createOrgUnit } from '@millwatch/contract/http/tree'
import { HOUR_MS } from '@millwatch/domain/time'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { password } from '@millwatch/lab/app/inject-app'
import { comesIn, invited, personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const t = await openApp({ clock })
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')

const put = (body: object, token = acme.tokens.user, id = acme.ids.user) =>
  t.call('PUT', `/v0/users/${id}`, { token, body })
const ownData = async (token = acme.tokens.user) => (await t.ask(getUser, { token })).user

/** Creates a new signed-in user with a password of their own. */
async function person(email: string) {
  const { user } = await t.ask(createUser, { token: acme.tokens.superuser, body: personNamed(email) })
  await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [user.id])
  return { id: user.id, token: await t.signIn(email) }
}

describe("what is one's own", () => {
  test('is returned whole, with its defaults', async () => {
    expect(await ownData(acme.tokens.admin)).toEqual({
      id: acme.ids.admin,
      username: acme.emailOf('admin'),
      first_name: 'admin',
      last_name: 'acme',
      created_at: new Date(clock.now()).toISOString(),
      company_id: acme.companyId,
      company_name: 'acme',
      company_settings: { first_weekday: 0, measure_units: 'metric', currency: null },
      root_org_unit_id: acme.rootOrgUnitId,
      is_admin: true,
      is_superuser: false,
      phone: null,
      theme: 'dark',
      shiftColors: null,
      locale: null,
      clock_hours: null,
      default_company_id: null,
      weekly_report_enabled: false,
      daily_report_days_enabled: [],
      report_subject_org_unit_id: null,
      alarm_config: { alerts_enabled_at: null, alerts_disabled_at: null },
      must_change_password: false,
      must_set_up_second_factor: false,
      companies: [{ id: acme.companyId, name: 'acme' }],
      invitations: [],
    })
  })

  test('is changed part by part, and returned as it is stored', async () => {
    const unit = { name: 'Hall', parent_id: acme.rootOrgUnitId }
    const { orgUnit } = await t.ask(createOrgUnit, { token: acme.tokens.admin, body: unit })
    const changes = {
      first_name: ' Zoe\u0308 ',
      last_name: "O'Hara",
      phone: '(202) 555-0123',
      theme: 'light',
      shiftColors: { 1: '#ff8800', 3: '#0088FF' },
      locale: 'de-DE',
      clock_hours: 12,
      default_company_id: acme.companyId,
      weekly_report_enabled: true,
      daily_report_days_enabled: [5, 1, 3],
      report_subject_org_unit_id: orgUnit.id,
      alarm_config: { alerts_enabled_at: '06:05' },
    }
    const kept = {
      ...changes,
      first_name: 'Zoë',
      phone: '+12025550123',
      daily_report_days_enabled: [1, 3, 5],
      alarm_config: { alerts_enabled_at: '06:05', alerts_disabled_at: '17:00' },
    }
    for (const [name, value] of Object.entries(changes)) {
      const answer = await put({ [name]: value })
      expect([name, answer.status]).toEqual([name, 200])
    }
    expect(await ownData()).toMatchObject(kept)
    expect((await put({})).json).toMatchObject({ user: kept })
    expect((await put({ phone: null, shiftColors: null, alarm_config: { alerts_disabled_at: null } })).status).toBe(200)
    expect(await ownData()).toMatchObject({
      phone: null,
      shiftColors: null,
      alarm_config: { alerts_enabled_at: null, alerts_disabled_at: null },
    })
  })

  test.each([
    [{ phone: '555-0123' }, 'Phone number not properly formatted'],
    [{ first_name: ' ' }, 'Please input a first name'],
    [{ last_name: '\u200b' }, 'Please input a last name'],
    [{ username: '' }, 'Please input an email'],
    [{ username: 'x@y' }, 'The input is not a valid email'],
    [{ username: 'new@acme.example' }, 'Invalid current password'],
    [{ username: 'new@acme.example', current_password: 'wrong' }, 'Invalid current password'],
  ])('%o is refused', async (change, error) => {
    const before = await ownData()
    const answer = await put(change)
    expect([answer.status, (answer.json as { error: string }).error]).toEqual([400, error])
    expect(await ownData()).toEqual(before)
  })

  test.each<object>([
    { theme: 'blue' },
    { locale: 'tlh-KX' },
    { clock_hours: 13 },
    { shiftColors: { 1: 'red' } },
    { shiftColors: { 4: '#ffffff' } },
    { shiftColors: { __proto__: null, constructor: '#ffffff' } },
    { report_subject_org_unit_id: 1.5 },
    { default_company_id: 0 },
    { daily_report_days_enabled: [7] },
    { daily_report_days_enabled: [1, 1] },
    { alarm_config: { alerts_enabled_at: '08:03' } },
    { alarm_config: { alerts_enabled_at: '24:00' } },
    { first_name: 'a\r\nb' },
    { first_name: '\u202eadmin' },
    { id: 1 },
    { company_id: 1 },
    { created_at: '2020-01-01T00:00:00Z' },
    { must_change_password: false },
    { password: 'Another 1 of them' },
  ])('%o is no setting', async (change) => {
    const before = await ownData()
    expect((await put(change)).status).toBe(400)
    expect(await ownData()).toEqual(before)
  })

  test('names only units of the company, and companies one belongs to', async () => {
    const calls = [
      { report_subject_org_unit_id: other.rootOrgUnitId },
      { report_subject_org_unit_id: 999_999_999 },
      { default_company_id: other.companyId },
      { default_company_id: 999_999_999 },
    ]
    const texts = new Set<string>()
    for (const change of calls) {
      const answer = await put(change)
      expect(answer.status).toBe(404)
      texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''))
    }
    expect(texts.size).toBe(1)
  })

  test('is changed by nobody else, not even a superuser', async () => {
    for (const change of [
      { first_name: 'Eve' },
      { phone: '2025550123' },
      { username: 'e@v.example' },
      { theme: 'dark' },
    ]) {
      expect((await put(change, acme.tokens.superuser)).json).toMatchObject({ code: 'not_yours' })
      expect((await put(change, acme.tokens.admin)).json).toMatchObject({ code: 'not_yours' })
      expect((await put(change, acme.tokens.user, acme.ids.admin)).json).toMatchObject({ code: 'forbidden' })
    }
    // One field that only others may change makes the whole request fail.
    expect((await put({ is_admin: true, first_name: 'Eve' }, acme.tokens.superuser)).status).toBe(403)
    expect((await put({ is_admin: true, first_name: 'Eve' })).json).toMatchObject({ code: 'own_role' })
    expect((await ownData()).first_name).not.toBe('Eve')
    expect((await ownData()).is_admin).toBe(false)
  })
})

describe('another address', () => {
  test('is signed in with from then on; links and invitations of the old one end, and its mailbox gets a mail about it', async () => {
    const { id, token } = await person('old@acme.example')
    await t.call('POST', '/v0/password/request', { body: { username: 'old@acme.example' } })
    await t.app.settleMail()
    const codes = `select from one_time_code where user_id = $1 and kind = 'reset' and used_at is null`
    expect((await t.db.owner.query(codes, [id])).rows).toHaveLength(1)
    const body = { username: ' New@Acme.Example ', current_password: password }
    expect((await t.ask(updateUser, { token, params: { id }, body })).user.username).toBe('new@acme.example')
    expect([await comesIn(t, 'old@acme.example'), await comesIn(t, 'new@acme.example')]).toEqual([false, true])
    expect((await t.db.owner.query(codes, [id])).rows).toEqual([])
    const mails = `select from mail where recipient = 'old@acme.example' and idempotency_key like 'email-changed:%'`
    expect((await t.db.owner.query(mails)).rows).toHaveLength(1)
  })

  test('that somebody has, here or in another company, cannot be had; and nobody asks about many', async () => {
    const { id, token } = await person('curious@acme.example')
    const ask = (username: string) => put({ username, current_password: password }, token, id)
    const texts = new Set<string>()
    for (const username of [other.emailOf('user'), acme.emailOf('admin'), other.emailOf('admin')]) {
      const answer = await ask(username)
      expect(answer.json).toMatchObject({ code: 'email_not_usable' })
      texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''))
    }
    expect(texts.size).toBe(1)
    await ask(other.emailOf('superuser'))
    await ask(other.emailOf('superuser'))
    for (const username of [other.emailOf('superuser'), 'free@acme.example'])
      expect((await ask(username)).status).toBe(429)
    expect((await ownData(token)).username).toBe('curious@acme.example')
    clock.advance(HOUR_MS)
    expect((await ask('free@acme.example')).status).toBe(200)
  })
})

test('choices of notifications belong to a company, personal data to none', async () => {
  const email = 'two@acme.example'
  const { id, token } = await person(email)
  const there = await invited(t, other.tokens.superuser, email, token)
  const mine = { phone: '2025550199', weekly_report_enabled: true, default_company_id: other.companyId }
  await t.ask(updateUser, { token, params: { id }, body: mine })
  expect(await ownData(there)).toMatchObject({
    phone: '+12025550199',
    default_company_id: other.companyId,
    weekly_report_enabled: false,
  })
  expect(await ownData(token)).toMatchObject({ phone: '+12025550199', weekly_report_enabled: true })
  const { users } = await t.ask(listUsers, { token: other.tokens.admin })
  expect(users.find((user) => user.id === id)).toMatchObject({ phone: '+12025550199' })
  const entry = `select before, after from audit_entry where company_id = $1 and subject = $2 and operation = 'user.update'`
  const { rows } = await t.db.owner.query(entry, [acme.companyId, `user/${id}`])
  expect(rows).toEqual([
    {
      before: { phone: null, weeklyReportEnabled: false, defaultCompanyId: 'one' },
      after: { phone: '+12025550199', weeklyReportEnabled: true, defaultCompanyId: 'another' },
    },
  ])
  // After the removal no data of the user names that company.
  await t.call('DELETE', `/v0/users/${id}`, { token: other.tokens.superuser })
  expect(await ownData(token)).toMatchObject({ default_company_id: null, companies: [{ name: 'acme' }] })
})

test('changes at the same time do not undo each other', async () => {
  const { id, token } = await person('busy@acme.example')
  const changes = [{ first_name: 'A' }, { last_name: 'B' }, { theme: 'light' }, { phone: '2025550123' }]
  const more = [
    { weekly_report_enabled: true },
    { daily_report_days_enabled: [2] },
    { alarm_config: { alerts_enabled_at: '07:00' } },
  ]
  const answers = await Promise.all([...changes, ...more].map((change) => put(change, token, id)))
  expect(answers.map((answer) => answer.status)).toEqual(Array<number>(7).fill(200))
  expect(await ownData(token)).toMatchObject({
    first_name: 'A',
    last_name: 'B',
    theme: 'light',
    phone: '+12025550123',
    weekly_report_enabled: true,
    daily_report_days_enabled: [2],
    alarm_config: { alerts_enabled_at: '07:00', alerts_disabled_at: '17:00' },
  })
})

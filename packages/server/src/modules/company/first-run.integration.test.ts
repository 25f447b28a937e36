import { getCompany } from '@millwatch/contract/http/company'
import { checkSetup, createSetup, getSetup } from '@millwatch/contract/http/company-setup'
import { type InjectApp, injectApp } from '@millwatch/lab/app/inject-app'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createCompany } from '../identity/index.ts'
import { offerSetupCode } from './setup-code.ts'

const password = 'a first passw0rd'
let t: InjectApp
const deps = () => ({ database: t.db.database, clock: t.clock, signingKey: t.app.signingKey })
const offered = async () => (await offerSetupCode(deps())) ?? ''
const wanted = (code: string) => ({
  code,
  company_name: 'Ash & Sons',
  timezone: 'Europe/Zurich',
  username: 'Eva.Kern@Example.com',
  first_name: 'Eva',
  last_name: 'Kern',
  password,
  machine_name: 'Press 1',
})
const check = async (code: string) => {
  const answer = await t.call('POST', '/v0/setup/check', { body: { code } })
  return [answer.status, (answer.json as { code?: string }).code]
}

beforeEach(async () => {
  t = await injectApp({ clock: manualClock(Date.parse('2026-05-04T08:00:00Z')) })
})
afterEach(() => t.close())

describe('an installation without a company', () => {
  test('is set up by who has the code: company, superuser, machine, device and key', async () => {
    expect(await t.ask(getSetup)).toEqual({
      needed: true,
      password_policy: 'spec',
      demo: false,
      mail: false,
      sms: false,
    })
    const code = await offered()
    expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    await t.ask(checkSetup, { body: { code: ` ${code.toUpperCase().replaceAll('-', ' ')}` } })

    const made = await t.ask(createSetup, { body: wanted(code) })
    expect(made.user).toMatchObject({
      username: 'eva.kern@example.com',
      is_superuser: true,
      company_name: 'Ash & Sons',
    })
    const token = made.token ?? ''
    const { company } = await t.ask(getCompany, { token })
    expect(company).toMatchObject({ name: 'Ash & Sons', timezone: 'Europe/Zurich' })
    expect(company.tree.equipment).toMatchObject([{ id: made.equipment_id, name: 'Press 1' }])

    const headers = { authorization: `Device ${made.device_uuid}:${made.device_key}` }
    const events = [{ t: t.clock.now() - 1000, type: 'cycle', cycle_time: 2 }]
    const sent = await t.call('POST', '/v0/ingest', { headers, body: { batch_id: 'b-1', events } })
    expect([sent.status, sent.json]).toMatchObject([200, { accepted: 1 }])
    const again = await t.call('POST', '/v0/sessions', { body: { username: 'eva.kern@example.com', password } })
    expect(again.json).toMatchObject({ must_change_password: false })
    const { rows } = await t.db.owner.query(`select after from audit_entry where operation = 'setup.create'`)
    expect(rows).toEqual([
      { after: { name: 'Ash & Sons', timezone: 'Europe/Zurich', username: 'eva.kern@example.com' } },
    ])
  })

  test('keeps of the code no more than a hash, and takes only the last', async () => {
    const first = await offered()
    const second = await offered()
    const { rows } = await t.db.owner.query(`select value::text from installation where name = 'setup_code'`)
    for (const code of [first, second]) expect(rows[0].value).not.toContain(code.replaceAll('-', ''))
    expect(await check(first)).toEqual([400, 'setup_code_invalid'])
    expect((await check(second))[0]).toBe(200)
  })

  test('with a cookie keeps the token to itself', async () => {
    const answer = await t.call('POST', '/v0/setup', { body: { ...wanted(await offered()), cookie: true } })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toContain('millwatch-browser=')
    expect(answer.json).not.toHaveProperty('token')
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly/i)
  })

  test('is set up once, however many use the code at once', async () => {
    const code = await offered()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => t.call('POST', '/v0/setup', { body: wanted(code) })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    const { rows } = await t.db.owner.query(
      'select (select count(*)::int from company) c, (select count(*)::int from app_user) u, (select count(*)::int from equipment) e',
    )
    expect(rows).toEqual([{ c: 1, u: 1, e: 1 }])
  })

  test('leaves nothing behind where something typed is wrong, and can be tried again', async () => {
    const code = await offered()
    const wrong = [
      { timezone: 'Mars/Base' },
      { company_name: '  ' },
      { machine_name: '\u3164' },
      { username: 'nobody' },
      { first_name: '' },
      { password: 'short1' },
      { code: 'aaaa-bbbb-cccc' },
    ]
    for (const part of wrong) {
      const answer = await t.call('POST', '/v0/setup', { body: { ...wanted(code), ...part } })
      expect(answer.status, JSON.stringify(part)).toBe(400)
    }
    const { rows } = await t.db.owner.query('select count(*)::int as n from company')
    expect(rows).toEqual([{ n: 0 }])
    await t.ask(createSetup, { body: wanted(code) })
  })

  test('is guessed no faster than sign-ins are', async () => {
    const code = await offered()
    const answers: unknown[] = []
    for (let i = 0; i < 60; i++) answers.push((await check(`aaaa-bbbb-cc${String(i).padStart(2, '2')}`))[0])
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(400))
    expect(answers.at(-1)).toBe(429)
    expect((await check(code))[0]).toBe(429)
  })
})

describe('an installation with a company', () => {
  test('has nothing to be set up, whoever made the company', async () => {
    const code = await offered()
    await createCompany(deps(), { name: 'Somebody', timezone: 'UTC' })
    expect(await t.ask(getSetup)).toEqual({
      needed: false,
      password_policy: 'spec',
      demo: false,
      mail: false,
      sms: false,
    })
    expect(await check(code)).toEqual([404, 'not_found'])
    expect((await t.call('POST', '/v0/setup', { body: wanted(code) })).status).toBe(404)
    expect(await offerSetupCode(deps())).toBeNull()
    const { rows } = await t.db.owner.query(`select count(*)::int as n from installation where name = 'setup_code'`)
    expect(rows).toEqual([{ n: 0 }])
  })
})

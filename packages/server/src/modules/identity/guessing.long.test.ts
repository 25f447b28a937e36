import { getUser } from '@millwatch/contract/http/identity'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { type InjectApp, injectApp, password } from '@millwatch/lab/app/inject-app'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { hashSecret, newSecret } from './tokens.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const sink = await smtpSink()
const config = {
  publicUrl: 'https://millwatch.example',
  smtp: { url: sink.url, from: 'millwatch@plant.example' },
}
const { t, company: acme } = await appWithCompany({ clock, config })
/** Another server on the same data. */
const other = await injectApp({ db: t.db, clock, config })
afterAll(async () => {
  await other.close()
  await sink.close()
})
// Failures of one test must not slow down the next.
beforeEach(() => clock.advance(2 * HOUR_MS))

interface Try {
  username?: string
  password?: string
  from?: string
  by?: InjectApp
  /** Cookies of a browser, from its page; undefined: a program. */
  cookies?: string
}

const attempt = ({ cookies, ...tried }: Try = {}) => {
  const { username = acme.emailOf('user'), password: word = 'wrong', from = '10.1.0.1', by = t } = tried
  const payload = { username, password: word, ...(cookies === undefined ? {} : { cookie: true }) }
  const headers = { host: 'millwatch.example', ...(cookies === undefined ? {} : { cookie: cookies }) }
  return by.app.inject({ method: 'POST', url: '/v0/sessions', payload, headers, remoteAddress: from })
}
const browserOf = (answer: Awaited<ReturnType<typeof attempt>>) =>
  [answer.headers['set-cookie']].flat().find((line) => line?.startsWith('__Host-millwatch-browser=')) ?? ''
const statuses = (answers: { statusCode: number }[]) =>
  [...Map.groupBy(answers, (answer) => answer.statusCode)].map(([status, group]) => [status, group.length]).toSorted()
async function inTurn<T>(times: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let i = 0; i < times; i++) done.push(await work(i))
  return done
}
const counted = async () => {
  const { rows } = await t.db.owner.query<{ count: number }>('select count from attempt where window_at = $1', [
    Math.floor(clock.now() / 300_000) * 300_000,
  ])
  return rows.map((row) => row.count).toSorted((a, b) => b - a)
}
/** Signs in from a page and returns the cookie by which the browser is known from then on. */
async function knownBrowser(username: string, from: string): Promise<string> {
  return browserOf(await attempt({ username, password, from, cookies: '' })).split(';')[0] ?? ''
}
const stripped = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

describe('guesses', () => {
  test('of an account are slowed down wherever they come from, and of a network whomever they are about', async () => {
    const ofAccount = await inTurn(20, (i) => attempt({ from: `10.2.0.${i}` }))
    expect(statuses(ofAccount)).toEqual([
      [401, 10],
      [429, 10],
    ])
    clock.advance(2 * HOUR_MS)
    const ofNetwork = await inTurn(60, (i) => attempt({ username: `p${i}@acme.example` }))
    expect(statuses(ofNetwork)).toEqual([
      [401, 50],
      [429, 10],
    ])
  })

  test('count as many as they are, two hundred at once on two servers', async () => {
    const username = acme.emailOf('admin')
    const guesses = Array.from({ length: 200 }, (_, i) =>
      attempt({ username, from: `10.3.${i}.1`, by: i % 2 === 0 ? t : other }),
    )
    expect(statuses(await Promise.all(guesses))).toEqual([
      [401, 10],
      [429, 190],
    ])
    expect((await counted())[0]).toBe(200)
    // The right password from another network counts as one more attempt.
    expect((await attempt({ username, password, from: '10.4.0.1' })).statusCode).toBe(429)
  })

  test('are counted on one server as on the other', async () => {
    for (let i = 0; i < 10; i++) await attempt({ from: `10.5.0.${i}`, by: i % 2 === 0 ? t : other })
    expect((await attempt({ from: '10.5.1.1' })).statusCode).toBe(429)
    expect((await attempt({ from: '10.5.1.2', by: other })).statusCode).toBe(429)
  })

  test('lock nobody out of where they signed in before, on any server, as long as they know the password', async () => {
    const home = '10.6.0.1'
    expect((await attempt({ password, from: home })).statusCode).toBe(200)
    clock.advance(40 * 24 * HOUR_MS)
    for (let i = 0; i < 20; i++) await attempt({ from: `10.7.0.${i}` })
    expect((await attempt({ password, from: '10.7.1.1' })).statusCode).toBe(429)
    for (let i = 0; i < 20; i++) expect((await attempt({ password, from: home, by: other })).statusCode).toBe(200)
    // A guessing user in the same network is slowed down too.
    expect((await attempt({ from: home })).statusCode).toBe(429)
    expect((await attempt({ password, from: home })).statusCode).toBe(200)
  })

  test('from the own network of an account are a hundred a day, then the password does not help there either', async () => {
    const home = '10.8.0.1'
    expect((await attempt({ password, from: home })).statusCode).toBe(200)
    await Promise.all(Array.from({ length: 100 }, () => attempt({ from: home })))
    expect((await attempt({ password, from: home })).statusCode).toBe(429)
    clock.advance(24 * HOUR_MS)
    expect((await attempt({ password, from: home })).statusCode).toBe(200)
  })

  test('that ended lock nobody out for good: the answer says when to come again', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => attempt({ from: `10.9.${i}.1` })))
    const refused = await attempt({ password, from: '10.10.0.1' })
    expect(refused.statusCode).toBe(429)
    const waitS = Number(refused.headers['retry-after'])
    expect(waitS).toBeGreaterThan(0)
    expect(waitS).toBeLessThanOrEqual(600)
    clock.advance(waitS * 1000)
    expect((await attempt({ password, from: '10.10.0.1' })).statusCode).toBe(200)
  })

  test('Home Assistant 2023.12: are answered alike for people who are known and people who are not, before and after they are slowed down', async () => {
    const existing: string[] = []
    const unknown: string[] = []
    const outcomeOf = (answer: Awaited<ReturnType<typeof attempt>>) => {
      const { date: _date, ...headers } = answer.headers
      return JSON.stringify([answer.statusCode, headers, stripped(answer.body)])
    }
    for (let i = 0; i < 15; i++) {
      existing.push(outcomeOf(await attempt({ from: `10.11.0.${i}` })))
      unknown.push(outcomeOf(await attempt({ username: 'nobody@acme.example', from: `10.12.0.${i}` })))
    }
    expect(existing).toEqual(unknown)
    expect(new Set(existing.map((line) => line.slice(1, 4)))).toEqual(new Set(['401', '429']))
  })

  test('of who is signed in at their own password are slowed down too', async () => {
    const token = await t.signIn(acme.emailOf('superuser'))
    const guess = (current: string) =>
      t.call('PUT', '/v0/user/password', { token, body: { current_password: current, password: 'Another-1-word' } })
    for (let i = 0; i < 10; i++) expect((await guess('wrong')).status).toBe(400)
    expect((await guess('wrong')).status).toBe(429)
    expect((await guess(password)).status).toBe(429)
  })

  test('leave no name, address or password in the table that counts them', async () => {
    await attempt({ username: 'canary-person@acme.example', password: 'canary-password', from: '10.13.0.1' })
    const { rows } = await t.db.owner.query('select * from attempt')
    const text = JSON.stringify(rows) + rows.map((row) => String(row.key)).join()
    expect(text).not.toContain('canary')
    expect(text).not.toContain('10.13.0.1')
  })
})

describe('a browser in which somebody signed in', () => {
  test('is known by a cookie that scripts cannot read, which opens nothing, and programs get none', async () => {
    const answer = await attempt({ password, from: '10.20.0.1', cookies: '' })
    const cookie = browserOf(answer)
    expect(cookie).toMatch(
      /^__Host-millwatch-browser=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    )
    const headers = { host: 'millwatch.example', cookie: cookie.split(';')[0] ?? '' }
    expect((await t.app.inject({ url: '/v0/user', headers })).statusCode).toBe(401)
    expect(browserOf(await attempt({ password, from: '10.20.0.1' }))).toBe('')
    expect(browserOf(await attempt({ from: '10.20.0.1', cookies: '' }))).toBe('')
    // The next sign-in keeps the id of the browser, for whoever signs in there.
    const again = await attempt({
      username: acme.emailOf('admin'),
      password,
      from: '10.20.0.2',
      cookies: headers.cookie,
    })
    expect(browserOf(again).split(';')[0]).toBe(headers.cookie)
  })

  test('signs in while somebody behind the same address uses up every other allowance, on any server', async () => {
    const home = '10.21.0.1'
    const cookies = await knownBrowser(acme.emailOf('user'), home)
    const strange = await knownBrowser(acme.emailOf('admin'), '10.21.9.9')
    clock.advance(2 * HOUR_MS)
    await Promise.all(Array.from({ length: 105 }, () => attempt({ from: home })))
    expect((await attempt({ password, from: home })).statusCode).toBe(429)
    expect((await attempt({ password, from: home, cookies: strange })).statusCode).toBe(429)
    const forged = `${cookies.slice(0, -3)}AAA`
    expect((await attempt({ password, from: home, cookies: forged })).statusCode).toBe(429)
    expect((await attempt({ password, from: home, cookies })).statusCode).toBe(200)
    expect((await attempt({ password, from: '10.21.7.7', cookies, by: other })).statusCode).toBe(200)
    expect((await attempt({ from: home, cookies })).statusCode).toBe(429)
  })
})

test('guesses from many networks of one IPv6 site are limited together', async () => {
  const guess = (from: string) =>
    t.app.inject({ url: `/v0/password/request?token=${newSecret()}`, remoteAddress: from })
  const hex = (number: number) => number.toString(16).padStart(2, '0')
  // Every network of 64 bits asks once: 110 of one network of 56 bits, then 210 of as many of 56 bits in one site.
  const near = await inTurn(110, (i) => guess(`2001:db8:78:10${hex(i)}::1`))
  expect(statuses(near)).toEqual([
    [400, 100],
    [429, 10],
  ])
  const site = await inTurn(210, (i) => guess(`2001:db8:79:${hex(i + 16)}00::1`))
  expect(statuses(site)).toEqual([
    [400, 200],
    [429, 10],
  ])
  expect((await guess('2001:db8:80::1')).statusCode).toBe(400)
})

describe('the owner of an account', () => {
  const warnings = () =>
    sink.arrived.filter((mail) => mail.headers.get('subject') === 'Wrong passwords for your account')

  test('gets a mail about wrong passwords above the limit, once a day, and nobody gets one about unknown accounts', async () => {
    const username = acme.emailOf('superuser')
    sink.arrived.length = 0
    clock.set(Math.ceil(clock.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + HOUR_MS)
    for (let i = 0; i < 10; i++) await attempt({ username, from: `10.30.0.${i}` })
    await t.app.settleMail()
    expect(warnings()).toEqual([])
    for (let i = 0; i < 10; i++) await attempt({ username, from: `10.30.1.${i}`, by: i % 2 === 0 ? t : other })
    for (let i = 0; i < 20; i++) await attempt({ username: 'nobody@acme.example', from: `10.30.2.${i}` })
    clock.advance(2 * HOUR_MS)
    for (let i = 0; i < 20; i++) await attempt({ username, from: `10.30.3.${i}` })
    for (const server of [t, other]) await server.app.settleMail()
    expect(warnings().map((mail) => mail.to)).toEqual([[username]])
    const [mail] = warnings()
    expect(mail?.body).toContain('more than ten wrong passwords')
    expect(mail?.body).toContain('https://millwatch.example/login')
    expect(mail?.raw).not.toContain('10.30.')
    clock.advance(24 * HOUR_MS)
    for (let i = 0; i < 20; i++) await attempt({ username, from: `10.30.4.${i}` })
    await t.app.settleMail()
    expect(warnings()).toHaveLength(2)
  })
})

test('fast-jwt CVE-2026-35039: a thousand people who ask at once in any order each get their own name', {
  timeout: 60_000,
}, async () => {
  const people = 1000
  const { rows } = await t.db.owner.query<{ user_id: number; email: string }>(
    `with made as (
       insert into app_user (email, first_name, last_name, password_hash, must_change_password, created_at)
       select 'echo' || n || '@acme.example', 'Echo', n::text, 'x', false, 1 from generate_series(1, $1) n
       returning user_id, email
     ), joined as (
       insert into membership (company_id, user_id, role, created_at) select $2, user_id, 'user', 1 from made
     ) select user_id, email from made`,
    [people, acme.companyId],
  )
  const users = rows.map(({ user_id, email }) => ({ userId: user_id, email, token: newSecret() }))
  await t.db.owner.query(
    `insert into session (token_hash, user_id, company_id, created_at, last_used_at, expires_at)
     select decode(hash, 'hex'), user_id, $3, $4::bigint, $4::bigint, $4::bigint + 600000 from unnest($1::text[], $2::bigint[]) as s (hash, user_id)`,
    [
      users.map((person) => hashSecret(t.app.signingKey, person.token).toString('hex')),
      users.map((person) => person.userId),
      acme.companyId,
      clock.now(),
    ],
  )
  // Each three times, on both servers, neighbours far apart, a hundred at once.
  const requests = Array.from({ length: 3 * people }, (_, i) => users[(i * 617) % people]).filter(
    (person) => person !== undefined,
  )
  const answers: [string, string][] = []
  for (let from = 0; from < requests.length; from += 100) {
    const some = requests.slice(from, from + 100).map(async ({ token, email }, i): Promise<[string, string]> => {
      const { user } = await (i % 2 === 0 ? t : other).ask(getUser, { token })
      return [user.username, email]
    })
    answers.push(...(await Promise.all(some)))
  }
  expect(answers.filter(([answered, expected]) => answered !== expected)).toEqual([])
  expect(new Set(answers.map(([answered]) => answered)).size).toBe(people)
})

import { connect } from 'node:net'
import { dateInMail, HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { injectApp, password } from '@millwatch/lab/app/inject-app'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { newSecret } from './tokens.ts'

const style = { locale: null, clockHours: null }
const publicUrl = 'https://millwatch.example'
const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const sink = await smtpSink()
const config = { publicUrl, smtp: { url: sink.url, from: 'millwatch@plant.example' } }
const { t, company: acme } = await appWithCompany({ clock, config })
const other = await injectApp({ db: t.db, clock, config })
const port = (await t.app.listen()).http
afterAll(async () => {
  await other.close()
  await sink.close()
})
beforeEach(() => {
  clock.advance(2 * HOUR_MS)
  sink.arrived.length = 0
})

const request = (username: string, headers: Record<string, string> = {}) =>
  t.call('POST', '/v0/password/request', { body: { username }, headers })
const linkIn = (text = '') => /\S+\/password\/reset\?resetToken=\S+/.exec(text)?.[0] ?? ''
const tokenIn = (text = '') => linkIn(text).split('=')[1] ?? ''
const resets = () => sink.arrived.filter((mail) => mail.headers.get('subject') === 'Reset your password')

/** Waits for the mails of both servers: either may be sending one. */
const settled = () => Promise.all([t.app.settleMail(), other.app.settleMail()])

/** Asks for a link and reads it from the mail. */
async function linkFor(username: string): Promise<string> {
  const before = resets().length
  await request(username)
  await settled()
  expect(resets()).toHaveLength(before + 1)
  return tokenIn(resets().at(-1)?.body)
}
const verify = (token: string) => t.call('GET', `/v0/password/request?token=${encodeURIComponent(token)}`)
const reset = (token: string, username: string, wanted: string) =>
  t.call('POST', '/v0/password/reset', { body: { token, username, password: wanted } })
const invalid = { status: 400, json: { code: 'reset_token_invalid', error: 'Token invalid or expired' } }
const signIn = (username: string, tried: string) =>
  t.call('POST', '/v0/sessions', { body: { username, password: tried } })

describe('a link for a new password', () => {
  test('is mailed to who is known, and sets the password once', async () => {
    const email = acme.emailOf('user')
    const answer = await request(` ${email.toUpperCase()} `)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await settled()
    const [mail] = resets()
    expect(mail?.to).toEqual([email])
    const link = linkIn(mail?.body)
    expect(link).toMatch(/^https:\/\/millwatch\.example\/password\/reset\?resetToken=[\w-]{43}$/)
    const token = tokenIn(mail?.body)
    const verified = await verify(token)
    expect([verified.status, verified.json]).toEqual([200, { status: 'success', username: email, company_name: null }])
    expect((await reset(token, email, 'short1')).json).toMatchObject({
      error: 'Password must be at least 8 characters and contain at least one number',
    })
    expect((await reset(token, email, 'A new pass-1')).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(401)
    expect((await signIn(email, 'A new pass-1')).status).toBe(200)
    expect(await reset(token, email, 'A second pass-1')).toMatchObject(invalid)
    expect(await verify(token)).toMatchObject(invalid)
    const { rows } = await t.db.owner.query(
      'select operation, subject from audit_entry order by audit_entry_id desc limit 2',
    )
    expect(rows.map((row) => row.operation)).toContain('password.reset')
    await settled()
    expect(sink.arrived.map((sent) => sent.headers.get('subject'))).toContain('Your password was changed')
    await reset(await linkFor(email), email, password)
  })

  test('ThingsBoard CVE-2020-27687: begins with the configured address, whatever the request says of where it went', async () => {
    const email = acme.emailOf('admin')
    const hostile: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      { forwarded: 'host=evil.example;proto=http' },
    ]
    for (const headers of hostile) {
      expect((await request(email, headers)).status).toBe(204)
      await settled()
    }
    expect(resets().map((mail) => linkIn(mail.body).split('?')[0])).toEqual(
      hostile.map(() => `${publicUrl}/password/reset`),
    )
    expect(sink.arrived.map((mail) => mail.raw).join()).not.toContain('evil')
  })

  test.each([
    ['an absolute URI', 'http://evil.example/v0/password/request', 'evil.example'],
    ['two hosts', '/v0/password/request', 'evil.example\r\nX-Forwarded-Host: evil.example'],
    ['a host with a port', '/v0/password/request', 'evil.example:8080'],
  ])('ThingsBoard CVE-2020-27687: begins so too where the request line or the host is %s', async (_, target, host) => {
    const body = JSON.stringify({ username: acme.emailOf('superuser') })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const answer = Buffer.concat(chunks).toString()
    await settled()
    // Refused or answered: no mail leads anywhere else.
    for (const mail of resets()) expect(linkIn(mail.body)).toMatch(/^https:\/\/millwatch\.example\/password\/reset\?/)
    expect(resets().length).toBe(answer.startsWith('HTTP/1.1 204') ? 1 : 0)
    expect(sink.arrived.map((mail) => mail.raw).join()).not.toContain('evil')
  })

  test('is mailed three times an hour at most, however many ask at once on both servers', async () => {
    const email = acme.emailOf('admin')
    const requests = Array.from({ length: 12 }, (_, i) =>
      (i % 2 === 0 ? t : other).call('POST', '/v0/password/request', {
        body: { username: i % 3 === 0 ? email.toUpperCase() : email },
      }),
    )
    await Promise.all(requests)
    await settled()
    for (let i = 0; i < 4; i++) {
      await request(email)
      await settled()
    }
    expect(resets()).toHaveLength(3)
    clock.advance(HOUR_MS)
    await request(email)
    await settled()
    expect(resets()).toHaveLength(4)
  })

  test('is asked for alike by those who are known and those who are not', async () => {
    const answerTo = async (username: string) => {
      const { status, text, headers } = await request(username)
      return [status, text, { ...headers, date: '' }]
    }
    expect(await answerTo(acme.emailOf('admin'))).toEqual(await answerTo('nobody@acme.example'))
    expect(await answerTo('not an address')).toEqual(await answerTo('nobody@acme.example'))
    await settled()
    expect(resets().map((mail) => mail.to)).toEqual([[acme.emailOf('admin')]])
  })

  test('Nodemailer CVE-2025-14874: goes to no address that a parser could read as another one', async () => {
    const { rows } = await t.db.owner.query<{ user_id: number }>(
      `insert into app_user (email, first_name, last_name, password_hash, must_change_password, created_at)
       values ($1, 'X', 'Y', 'x', false, 1) returning user_id`,
      ['"x@evil.example "@acme.example'],
    )
    await t.db.owner.query(
      `insert into membership (company_id, user_id, role, created_at) values ($1, $2, 'user', 1)`,
      [acme.companyId, rows[0]?.user_id],
    )
    await request('"x@evil.example "@acme.example')
    await settled()
    expect(sink.arrived).toHaveLength(0)
  })
})

describe('a link is worth nothing', () => {
  test('after a newer one', async () => {
    const email = acme.emailOf('user')
    const first = await linkFor(email)
    const second = await linkFor(email)
    expect(await verify(first)).toMatchObject(invalid)
    expect(await reset(first, email, 'A new pass-1')).toMatchObject(invalid)
    expect((await verify(second)).status).toBe(200)
  })

  test('after 60 minutes, at the instant that the mail names, however late the mail is', async () => {
    const email = acme.emailOf('user')
    const token = await linkFor(email)
    expect(resets().at(-1)?.body).toContain(`set it here until ${dateInMail(clock.now() + HOUR_MS, 'UTC', style)}:`)
    clock.advance(HOUR_MS - 1)
    expect((await verify(token)).status).toBe(200)
    clock.advance(1)
    expect(await verify(token)).toMatchObject(invalid)
    expect(await reset(token, email, 'A new pass-1')).toMatchObject(invalid)
  })

  test('after the password was changed', async () => {
    const email = acme.emailOf('admin')
    const token = await linkFor(email)
    const session = await t.signIn(email)
    const change = (current_password: string, wanted: string) =>
      t.call('PUT', '/v0/user/password', { token: session, body: { current_password, password: wanted } })
    expect((await change(password, 'A new pass-1')).status).toBe(200)
    expect(await reset(token, email, 'Another pass-1')).toMatchObject(invalid)
    expect((await change('A new pass-1', password)).status).toBe(200)
  })

  test('for anybody else', async () => {
    const token = await linkFor(acme.emailOf('user'))
    expect(await reset(token, acme.emailOf('superuser'), 'A new pass-1')).toMatchObject(invalid)
    expect((await signIn(acme.emailOf('superuser'), 'A new pass-1')).status).toBe(401)
    // It was not used up by the attempt.
    expect((await verify(token)).status).toBe(200)
  })

  test('made up, cut, or of another kind', async () => {
    const email = acme.emailOf('user')
    const token = await linkFor(email)
    const session = await t.signIn(email)
    const handoff = await t.call('POST', '/v0/sessions/handoff', { token: session, body: {} })
    const { code } = handoff.json as { code: string }
    for (const false_ of [token.slice(1), `${token}x`, token.toUpperCase(), session, code, '%', "' or 1=1 --"]) {
      expect(await reset(false_, email, 'A new pass-1')).toMatchObject(invalid)
    }
    expect((await t.call('GET', '/v0/user', { token })).status).toBe(401)
  })

  test('used by many at once, but for one', async () => {
    const email = acme.emailOf('user')
    const token = await linkFor(email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, email, `New pass-${i}`)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const sessions = await Promise.all(answers.map((_, i) => signIn(email, `New pass-${i}`)))
    expect(sessions.filter((answer) => answer.status === 200)).toHaveLength(1)
    await reset(await linkFor(email), email, password)
  })
})

test('a hundred thousand guesses find no link', async () => {
  await linkFor(acme.emailOf('user'))
  const guess = () => verify(newSecret())
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < 1000; sent += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, guess))
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  // After fifty a network is slowed down: the other 99,000 would be answered the same.
  expect(Object.fromEntries(statuses)).toEqual({ 400: 50, 429: 950 })
})

test('ThingsBoard #7434, PR #4201: a new password ends every session of the person, on other servers within a second, and gets past what guesses did', async () => {
  const email = acme.emailOf('admin')
  const tokens = [await t.signIn(email), await other.signIn(email)]
  const colleague = await t.signIn(acme.emailOf('superuser'))
  const whoIs = async (token: string, by = t) => (await by.call('GET', '/v0/user', { token })).status
  for (const token of tokens) expect(await whoIs(token, other)).toBe(200)
  for (let i = 0; i < 30; i++) {
    await t.app.inject({
      method: 'POST',
      url: '/v0/sessions',
      payload: { username: email, password: 'guess' },
      remoteAddress: `10.20.${i}.1`,
    })
  }
  const token = await linkFor(email)
  const from = (path: string, payload: object) =>
    t.app.inject({ method: 'POST', url: path, payload, remoteAddress: '10.30.0.1' })
  expect((await from('/v0/password/reset', { token, username: email, password: 'A new pass-1' })).statusCode).toBe(200)
  for (const sessionToken of tokens) expect(await whoIs(sessionToken, t)).toBe(401)
  clock.advance(1000)
  for (const sessionToken of tokens) expect(await whoIs(sessionToken, other)).toBe(401)
  expect(await whoIs(colleague, t)).toBe(200)
  // From where the mail was read one gets in at once.
  expect((await from('/v0/sessions', { username: email, password: 'A new pass-1' })).statusCode).toBe(200)
})

test('without a configured address links lead to where the server listens', async () => {
  const bare = await injectApp({
    db: t.db,
    clock,
    config: { smtp: { url: sink.url, from: 'millwatch@plant.example' } },
  })
  const { http } = await bare.app.listen()
  await bare.call('POST', '/v0/password/request', {
    body: { username: acme.emailOf('user') },
    headers: { host: 'evil.example' },
  })
  await bare.app.settleMail()
  // Whichever of the three servers sends it.
  await expect
    .poll(() => linkIn(resets()[0]?.body))
    .toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${http}/password/reset\\?`))
  await bare.close()
})

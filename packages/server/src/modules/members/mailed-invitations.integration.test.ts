import {
  acceptInvitation,
  createUser,
  deleteUser,
  inviteUser,
  listInvitations,
  listUsers,
} from '@millwatch/contract/http/members'
import { DAY_MS } from '@millwatch/domain/time'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { password } from '@millwatch/lab/app/inject-app'
import { personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const publicUrl = 'https://millwatch.example'
const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const sink = await smtpSink()
const t = await openApp({ clock, config: { publicUrl, smtp: { url: sink.url, from: 'millwatch@plant.example' } } })
const acme = await signedInCompany(t, 'acme')
const home = await signedInCompany(t, 'home')
let superuser = ''
afterAll(() => sink.close())
beforeEach(async () => {
  clock.advance(2 * DAY_MS)
  superuser = await t.signIn(acme.emailOf('superuser'))
  sink.arrived.length = 0
})

const chosen = 'Chosen by Eva 1'
const bodyOf = (username: string) => ({ username, first_name: 'Eva', last_name: 'Kern' })
const invite = async (username: string) => (await t.ask(createUser, { token: superuser, body: bodyOf(username) })).user
const listed = async (username: string) =>
  (await t.ask(listUsers, { token: superuser })).users.find((user) => user.username === username)
const again = (id: number) => t.call('POST', `/v0/users/${id}/invitation`, { token: superuser })
const linkIn = (text = '') => /\S+\/password\/reset\?resetToken=\S+/.exec(text)?.[0] ?? ''
const verify = (token: string) => t.call('GET', `/v0/password/request?token=${encodeURIComponent(token)}`)
const choose = (token: string, username: string, wanted = chosen) =>
  t.call('POST', '/v0/password/reset', { body: { token, username, password: wanted } })
const signIn = (username: string, tried: string) =>
  t.call('POST', '/v0/sessions', { body: { username, password: tried } })
const invalid = { status: 400, json: { code: 'reset_token_invalid' } }

/** Sends what waits and returns the token of the last mail to an address. */
async function tokenTo(username: string): Promise<string> {
  await t.app.settleMail()
  const mail = sink.arrived.filter(({ to }) => to.includes(username)).at(-1)
  return linkIn(mail?.body).split('=')[1] ?? ''
}

describe('a person who is invited by mail', () => {
  test('chooses a password by the link, once, and is a member after the first sign-in', async () => {
    const email = 'eva@new.example'
    const { id, invited_at } = await invite(email)
    expect(invited_at).toBe(new Date(clock.now()).toISOString())
    const token = await tokenTo(email)
    expect(sink.arrived[0]?.headers.get('subject')).toBe('You are invited to acme')
    expect(linkIn(sink.arrived[0]?.body)).toMatch(
      /^https:\/\/millwatch\.example\/password\/reset\?resetToken=[\w-]{43}$/,
    )
    expect(await verify(token)).toMatchObject({ status: 200, json: { username: email, company_name: 'acme' } })
    expect((await signIn(email, chosen)).status).toBe(401)
    expect((await choose(token, email)).status).toBe(200)
    expect(await choose(token, email)).toMatchObject(invalid)
    expect(await signIn(email, chosen)).toMatchObject({ status: 200, json: { must_change_password: false } })
    expect(await listed(email)).toMatchObject({ invited_at: null, first_name: 'Eva' })
    expect((await again(id)).status).toBe(404)
    const { rows } = await t.db.owner.query(
      `select operation from audit_entry where company_id = $1 and operation like 'user.%' order by audit_entry_id`,
      [acme.companyId],
    )
    expect(rows.at(-1)).toEqual({ operation: 'user.create' })
  })

  test('is one account with one password, where the link is used many times at once', async () => {
    const email = 'twice@new.example'
    const { id } = await invite(email)
    const token = await tokenTo(email)
    const passwords = Array.from({ length: 8 }, (_, n) => `${chosen} number ${n}`)
    const answers = await Promise.all(passwords.map((password) => choose(token, email, password)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(invalid)
    const signedIn = await Promise.all(passwords.map((password) => signIn(email, password)))
    expect(signedIn.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 200))
    const { rows } = await t.db.owner.query(
      `select (select count(*)::int from app_user where email = $1) as accounts,
        (select count(*)::int from membership join app_user using (user_id) where email = $1) as memberships`,
      [email],
    )
    expect(rows).toEqual([{ accounts: 1, memberships: 1 }])
    expect((await again(id)).status).toBe(404)
  })

  test('has seven days', async () => {
    const email = 'late@new.example'
    await invite(email)
    const token = await tokenTo(email)
    clock.advance(7 * DAY_MS - 1)
    expect((await verify(token)).status).toBe(200)
    clock.advance(1)
    expect(await verify(token)).toMatchObject(invalid)
  })

  test('gets another mail on request, whose link replaces the first; five in a day at most', async () => {
    const email = 'again@new.example'
    const { id } = await invite(email)
    const first = await tokenTo(email)
    clock.advance(60_000)
    const answer = await t.ask(inviteUser, { token: superuser, params: { id } })
    expect(answer.user.invited_at).toBe(new Date(clock.now()).toISOString())
    const second = await tokenTo(email)
    expect(await verify(first)).toMatchObject(invalid)
    expect((await verify(second)).status).toBe(200)
    for (let i = 0; i < 3; i++) expect((await again(id)).status).toBe(200)
    expect((await again(id)).status).toBe(429)
    await t.ask(deleteUser, { token: superuser, params: { id } })
    expect((await t.call('POST', '/v0/users', { token: superuser, body: bodyOf(email) })).status).toBe(429)
    expect(await listed(email)).toBeUndefined()
    clock.advance(DAY_MS)
    superuser = await t.signIn(acme.emailOf('superuser'))
    expect((await t.call('POST', '/v0/users', { token: superuser, body: bodyOf(email) })).status).toBe(200)
  })

  test('can do nothing with the link of an invitation that was withdrawn', async () => {
    const email = 'withdrawn@new.example'
    const { id } = await invite(email)
    const token = await tokenTo(email)
    await t.ask(deleteUser, { token: superuser, params: { id } })
    expect(await verify(token)).toMatchObject(invalid)
    expect(await choose(token, email)).toMatchObject(invalid)
  })
})

describe('a person who has an account in another company', () => {
  test('looks the same to who invites, gets no link for a password, and accepts after signing in', async () => {
    const email = 'known@home.example'
    const token = await t.signIn(home.emailOf('superuser'))
    await t.ask(createUser, { token, body: personNamed(email) })
    await t.db.owner.query('update app_user set must_change_password = false, email_proven_at = 1 where email = $1', [
      email,
    ])
    const existing = await invite(email)
    const stranger = await invite('unknown@new.example')
    const alike = (member: object, name: string) =>
      JSON.stringify(member)
        .replaceAll(name, 'NAME')
        .replace(/"id":\d+/, '')
    expect(alike(existing, email)).toBe(alike(stranger, 'unknown@new.example'))
    expect(alike((await listed(email)) ?? {}, email)).toBe(
      alike((await listed('unknown@new.example')) ?? {}, 'unknown@new.example'),
    )
    expect((await again(existing.id)).text).toBe((await again(existing.id)).text)
    expect(await tokenTo(email)).toBe('')
    expect(sink.arrived.find(({ to }) => to.includes(email))?.body).toContain(`${publicUrl}/setup/user`)
    const theirs = await t.signIn(email)
    const { invitations } = await t.ask(listInvitations, { token: theirs })
    await t.ask(acceptInvitation, { token: theirs, params: { id: invitations[0]?.id ?? 0 } })
    expect(await listed(email)).toMatchObject({ invited_at: null })
    expect((await signIn(email, password)).status).toBe(200)
  })
})

test('only superusers invite again, and only whom their company invited by mail', async () => {
  const { id } = await invite('guarded@new.example')
  const admin = await t.signIn(acme.emailOf('admin'))
  expect((await t.call('POST', `/v0/users/${id}/invitation`, { token: admin })).status).toBe(403)
  const foreign = await t.signIn(home.emailOf('superuser'))
  expect((await t.call('POST', `/v0/users/${id}/invitation`, { token: foreign })).status).toBe(404)
  expect((await again(acme.ids.user)).status).toBe(404)
  const { user } = await t.ask(createUser, { token: superuser, body: personNamed('first@new.example') })
  expect(user.invited_at).toBeNull()
  expect((await again(user.id)).status).toBe(404)
})

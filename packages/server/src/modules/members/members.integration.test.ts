import { getUser } from '@millwatch/contract/http/identity'
import { createUser, deleteUser, endSessionsOfUser, listUsers, updateUser } from '@millwatch/contract/http/members'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { type InjectApp, injectApp, password } from '@millwatch/lab/app/inject-app'
import { comesIn, personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const t = await openApp({ clock })
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')

const put = (token: string, id: number | string, body: object) => t.call('PUT', `/v0/users/${id}`, { token, body })
const add = (token: string, body: object) => t.call('POST', '/v0/users', { token, body })
const remove = (token: string, id: number) => t.call('DELETE', `/v0/users/${id}`, { token })
const without = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

async function newMember(name: string) {
  const { user } = await t.ask(createUser, {
    token: acme.tokens.superuser,
    body: personNamed(`${name}@new.example`),
  })
  return user
}

describe('the list of members', () => {
  test('shows addresses and phone numbers to admins and superusers only', async () => {
    for (const role of ['admin', 'superuser'] as const) {
      const { users } = await t.ask(listUsers, { token: acme.tokens[role] })
      expect(users.map((user) => user.username)).toContain(acme.emailOf('user'))
      expect(users.every((user) => 'phone' in user)).toBe(true)
    }
    const { users } = await t.ask(listUsers, { token: acme.tokens.user })
    expect(users.length).toBeGreaterThanOrEqual(3)
    expect(users.some((user) => 'username' in user || 'phone' in user)).toBe(false)
    expect(users.every((user) => user.has_phone === false)).toBe(true)
    expect(JSON.stringify(users)).not.toContain('@')
  })

  test('is sorted by name without regard to accents', async () => {
    const listed = await signedInCompany(t, 'listed')
    const token = listed.tokens.superuser
    for (const [i, first_name] of ['Zoe', 'Émile', 'Emil'].entries())
      await t.ask(createUser, { token, body: { ...personNamed(`listed${i}@new.example`), first_name } })
    const { users } = await t.ask(listUsers, { token })
    const names = users.map((user) => user.first_name).filter((name) => /^(Z|É|E)/.test(name))
    expect(names).toEqual(['Emil', 'Émile', 'Zoe'])
  })

  test('holds nobody of another company', async () => {
    const { users } = await t.ask(listUsers, { token: acme.tokens.superuser })
    expect(users.every((user) => user.company_id === acme.companyId)).toBe(true)
    expect(users.map((user) => user.id)).not.toContain(other.ids.user)
  })
})

describe('adding a member', () => {
  test('makes a regular user, who changes the password first', async () => {
    const added = await newMember('ann')
    expect(added).toMatchObject({
      username: 'ann@new.example',
      first_name: 'New',
      last_name: 'Person',
      is_admin: false,
      is_superuser: false,
      company_id: acme.companyId,
      phone: null,
      created_at: new Date(clock.now()).toISOString(),
    })
    const token = await t.signIn('ann@new.example')
    const { user } = await t.ask(getUser, { token })
    expect(user).toMatchObject({ id: added.id, must_change_password: true })
    expect((await t.call('GET', '/v0/users', { token })).json).toMatchObject({ code: 'password_must_change' })
  })

  test.each([
    [{ username: ' ' }, 400, 'Please input an email'],
    [{ username: 'ann' }, 400, 'The input is not a valid email'],
    [{ username: 'a@b.example\r\nBcc: x@y.example' }, 400, 'The input is not a valid email'],
    [{ first_name: '  ' }, 400, 'Please input a first name'],
    [{ last_name: '' }, 400, 'Please input a last name'],
    [{ password: '' }, 400, 'Please input your password'],
    [{ password: 'short1' }, 400, 'Password must be at least 8 characters and contain at least one number'],
    [{ username: ' USER@Acme.Example' }, 409, 'This person is already a member'],
  ])('with %o is refused', async (change, status, error) => {
    const answer = await add(acme.tokens.superuser, { ...personNamed('refused@new.example'), ...change })
    expect([answer.status, (answer.json as { error: string }).error]).toEqual([status, error])
  })

  test('is for superusers, and nothing but what is asked for is taken', async () => {
    for (const role of ['user', 'admin'] as const)
      expect((await add(acme.tokens[role], personNamed('x@new.example'))).status).toBe(403)
    for (const extra of [{ is_admin: true }, { is_superuser: true }, { company_id: other.companyId }, { id: 7 }])
      expect((await add(acme.tokens.superuser, { ...personNamed('x@new.example'), ...extra })).status).toBe(400)
    const { users } = await t.ask(listUsers, { token: acme.tokens.superuser })
    expect(users.map((user) => user.username)).not.toContain('x@new.example')
  })

  test('of the same address many times at once adds one', async () => {
    const calls = Array.from({ length: 10 }, () => add(acme.tokens.superuser, personNamed('once@new.example')))
    const statuses = (await Promise.all(calls)).map((answer) => answer.status)
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
  })
})

describe('the role of a member', () => {
  test('is changed by the switches of the list, and counts on the next request', async () => {
    const { id } = await newMember('bob')
    const as = async (change: object) => (await put(acme.tokens.superuser, id, change)).json
    const user = (is_admin: boolean, is_superuser: boolean) => ({ user: { id, is_admin, is_superuser } })
    expect(await as({ is_superuser: true })).toMatchObject(user(true, true))
    expect(await as({ is_superuser: false })).toMatchObject(user(true, false))
    expect(await as({ is_superuser: true })).toMatchObject(user(true, true))
    expect(await as({ is_admin: false })).toMatchObject(user(false, false))
    expect(await as({ is_admin: false, is_superuser: true })).toMatchObject({ code: 'invalid_request' })
  })

  test('ThingsBoard #7434: a demoted administrator loses the power on the next request, a removed one the session', async () => {
    const third = await signedInCompany(t, 'third')
    const asAdmin = () => put(third.tokens.admin, third.ids.user, { is_admin: false })
    expect((await asAdmin()).status).toBe(200)
    expect((await put(third.tokens.superuser, third.ids.admin, { is_admin: false })).status).toBe(200)
    expect((await asAdmin()).status).toBe(403)
    expect((await remove(third.tokens.superuser, third.ids.admin)).status).toBe(200)
    expect((await asAdmin()).status).toBe(401)
    expect((await t.call('GET', '/v0/user', { token: third.tokens.admin })).status).toBe(401)
    expect(await comesIn(t, third.emailOf('admin'))).toBe(false)
  })

  test('admins make and revoke admins, and touch no superuser', async () => {
    const { id } = await newMember('cid')
    expect((await put(acme.tokens.admin, id, { is_admin: true })).status).toBe(200)
    expect((await put(acme.tokens.admin, id, { is_admin: false })).status).toBe(200)
    expect((await put(acme.tokens.admin, id, { is_superuser: true })).json).toMatchObject({ code: 'forbidden' })
    expect((await put(acme.tokens.admin, acme.ids.superuser, { is_admin: false })).status).toBe(403)
    expect((await put(acme.tokens.user, id, { is_admin: true })).status).toBe(403)
    expect((await remove(acme.tokens.admin, id)).status).toBe(403)
  })

  test("is nobody's own to change", async () => {
    for (const role of ['user', 'admin', 'superuser'] as const) {
      for (const change of [{ is_admin: true }, { is_superuser: true }, { is_admin: false }])
        expect((await put(acme.tokens[role], acme.ids[role], change)).json).toMatchObject({ code: 'own_role' })
    }
    expect((await remove(acme.tokens.superuser, acme.ids.superuser)).json).toMatchObject({ code: 'own_role' })
  })

  test('Grafana CVE-2026-22640: no admin removes or demotes a superuser, and none at all one of another company', async () => {
    expect((await remove(acme.tokens.admin, acme.ids.superuser)).status).toBe(403)
    expect((await put(acme.tokens.admin, acme.ids.superuser, { is_superuser: false })).status).toBe(403)
    for (const role of ['admin', 'superuser'] as const) {
      for (const change of [{ is_admin: false }, { is_superuser: true }, { first_name: 'Eve' }, {}]) {
        const [foreign, absent] = [
          await put(acme.tokens[role], other.ids.superuser, change),
          await put(acme.tokens[role], 999_999_999, change),
        ]
        expect([foreign.status, without(foreign.text)]).toEqual([404, without(absent.text)])
      }
    }
    const [foreign, absent] = [
      await remove(acme.tokens.superuser, other.ids.superuser),
      await remove(acme.tokens.superuser, 999_999_999),
    ]
    expect([foreign.status, without(foreign.text)]).toEqual([404, without(absent.text)])
    expect((await t.call('GET', '/v0/user', { token: other.tokens.superuser })).status).toBe(200)
  })

  test('Grafana CVE-2023-3128, CVE-2025-41115: people are who their id says, whatever address or number they are named', async () => {
    const { id } = await newMember('1')
    expect(String(id)).not.toBe('1')
    for (const name of [`1@new.example`, `${id}@new.example`, '0x1', '1e0', `${id}.0`, `+${id}`])
      expect((await put(acme.tokens.superuser, encodeURIComponent(name), { is_admin: true })).status).toBe(400)
    const { users } = await t.ask(listUsers, { token: acme.tokens.superuser })
    expect(users.find((user) => user.id === id)).toMatchObject({ is_admin: false })
    const lookAlikes = ['USER@acme.example', 'user@acme.example ', '\u00a0user@acme.example']
    for (const username of lookAlikes)
      expect((await add(acme.tokens.superuser, personNamed(username))).json).toMatchObject({ code: 'already_member' })
    for (const username of [
      'us\u0435r@acme.example',
      '\u212aser@acme.example',
      'ｕser@acme.example',
      'user@acme.example\u200b',
    ])
      expect((await add(acme.tokens.superuser, personNamed(username))).json).toMatchObject({ code: 'email_invalid' })
  })
})

describe('at the same time', () => {
  const everybody = 12

  /** Returns the superusers of a new company, all signed in. */
  async function superusers(name: string) {
    const company = await signedInCompany(t, name)
    const people = [{ id: company.ids.superuser, token: company.tokens.superuser }]
    for (let i = 1; i < everybody; i++) {
      const email = `s${i}@${name}.example`
      const { user } = await t.ask(createUser, { token: company.tokens.superuser, body: personNamed(email) })
      await t.ask(updateUser, {
        token: company.tokens.superuser,
        params: { id: user.id },
        body: { is_superuser: true },
      })
      await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [user.id])
      people.push({ id: user.id, token: await t.signIn(email) })
    }
    return { company, people }
  }

  const left = async (companyId: number) => {
    const text = `select count(*)::int as count from membership where company_id = $1 and role = 'superuser'`
    return (await t.db.owner.query(text, [companyId])).rows[0].count
  }

  test('fifty demotions and removals of everybody by everybody leave a superuser', async () => {
    const { company, people } = await superusers('crowd')
    const calls = Array.from({ length: 50 }, (_, i) => {
      const actor = people[i % everybody]
      const target = people[(i + 1 + Math.floor(i / everybody)) % everybody]
      if (!actor || !target) throw new Error('There is nobody')
      const { id } = target
      if (i % 3 === 0) return remove(actor.token, id)
      return put(actor.token, id, i % 3 === 1 ? { is_superuser: false } : { is_admin: false })
    })
    const statuses = (await Promise.all(calls)).map((answer) => answer.status)
    expect(statuses.filter((status) => ![200, 401, 403, 404, 409].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(await left(company.companyId)).toBeGreaterThanOrEqual(1)
  })

  test('two who demote each other: one of them stays', async () => {
    const { company, people } = await superusers('pair')
    const [a, b, ...rest] = people
    if (!a || !b) throw new Error('There is nobody')
    for (const member of rest) await remove(a.token, member.id)
    // The server has cached their roles; the role at the time of the request counts.
    for (const { token } of [a, b]) await t.call('GET', '/v0/user', { token })
    const both = await Promise.all([put(a.token, b.id, { is_admin: false }), put(b.token, a.id, { is_admin: false })])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 403])
    expect(await left(company.companyId)).toBe(1)
  })
})

describe('on two servers', () => {
  test('what one did counts on the other within a second, and two who demote each other leave one', async () => {
    const second = await injectApp({ db: t.db, clock })
    const company = await signedInCompany(t, 'servers')
    const on = (server: InjectApp, token: string, id: number, body: object) =>
      server.call('PUT', `/v0/users/${id}`, { token, body })
    const { superuser, admin } = company.tokens
    const { ids } = company
    // The other server read the admin's role a moment ago.
    expect((await on(second, admin, ids.user, { is_admin: true })).status).toBe(200)
    expect((await on(t, superuser, ids.admin, { is_superuser: true })).status).toBe(200)
    const both = await Promise.all([
      on(t, superuser, ids.admin, { is_admin: false }),
      on(second, admin, ids.superuser, { is_admin: false }),
    ])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 403])
    const [demoted, other] = both[0]?.status === 200 ? [admin, superuser] : [superuser, admin]
    clock.advance(1_000)
    for (const server of [t, second]) {
      expect((await server.call('POST', '/v0/rosters', { token: demoted, body: { name: 'x' } })).status).toBe(403)
      expect((await server.call('GET', '/v0/users', { token: other })).text).toContain('username')
      expect((await server.call('GET', '/v0/users', { token: demoted })).text).not.toContain('username')
    }
    await second.close()
  })
})

describe('removing a member', () => {
  test('ends the sessions in this company and leaves the person who they are', async () => {
    const { id } = await newMember('dan')
    const token = await t.signIn('dan@new.example')
    expect((await remove(acme.tokens.superuser, id)).status).toBe(200)
    expect((await t.call('GET', '/v0/user', { token })).status).toBe(401)
    expect(await comesIn(t, 'dan@new.example')).toBe(false)
    expect((await remove(acme.tokens.superuser, id)).status).toBe(404)
    const { rows } = await t.db.owner.query('select email from app_user where user_id = $1', [id])
    expect(rows).toEqual([{ email: 'dan@new.example' }])
  })
})

describe('ending the sessions of a member', () => {
  const end = (token: string, id: number) => t.call('DELETE', `/v0/users/${id}/sessions`, { token })
  const isIn = async (token: string) => (await t.call('GET', '/v0/user', { token })).status === 200

  test('signs them out of this company everywhere, and of no other', async () => {
    const email = 'lost@new.example'
    const { id } = await newMember('lost')
    await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [id])
    const { user: invited } = await t.ask(createUser, { token: other.tokens.superuser, body: personNamed(email) })
    const here = [await t.signIn(email, acme.companyId), await t.signIn(email, acme.companyId)]
    await t.call('POST', `/v0/invitations/${invited.id}/accept`, { token: here[0] ?? '' })
    const there = await t.signIn(email, other.companyId)
    const server = await injectApp({ db: t.db, clock })
    expect((await server.call('GET', '/v0/user', { token: here[1] ?? '' })).status).toBe(200)
    await t.ask(endSessionsOfUser, { token: acme.tokens.superuser, params: { id } })
    expect(await Promise.all(here.map(isIn))).toEqual([false, false])
    await expect.poll(async () => (await server.call('GET', '/v0/user', { token: here[1] ?? '' })).status).toBe(401)
    await server.close()
    expect(await isIn(there)).toBe(true)
    expect(await isIn(acme.tokens.user)).toBe(true)
    expect(await isIn(await t.signIn(email, acme.companyId))).toBe(true)
    const { rows } = await t.db.owner.query(
      `select company_id::int, user_id::int from audit_entry where operation = 'user.end_sessions' and subject = $1`,
      [`user/${id}`],
    )
    expect(rows).toEqual([{ company_id: acme.companyId, user_id: acme.ids.superuser }])
  })

  test('is for superusers of the company, and an invited person has none', async () => {
    const { id } = await newMember('kept')
    expect((await end(acme.tokens.admin, id)).status).toBe(403)
    expect((await end(other.tokens.superuser, id)).status).toBe(404)
    const { user: invited } = await t.ask(createUser, {
      token: acme.tokens.superuser,
      body: personNamed(other.emailOf('user')),
    })
    expect((await end(acme.tokens.superuser, invited.id)).status).toBe(200)
    expect(await isIn(other.tokens.user)).toBe(true)
  })
})

test('every change is on record, with who did it, and no secret', async () => {
  const { id } = await newMember('eve')
  await put(acme.tokens.superuser, id, { is_admin: true })
  await put(acme.tokens.superuser, id, { is_admin: true })
  await remove(acme.tokens.superuser, id)
  const { rows } = await t.db.owner.query(
    'select operation, user_id::int, before, after from audit_entry where company_id = $1 and subject = $2 order by audit_entry_id',
    [acme.companyId, `user/${id}`],
  )
  const person = { email: 'eve@new.example', firstName: 'New', lastName: 'Person' }
  const by = { user_id: acme.ids.superuser }
  expect(rows).toEqual([
    { operation: 'user.create', ...by, before: null, after: { ...person, role: 'user' } },
    { operation: 'user.update', ...by, before: { role: 'user' }, after: { role: 'admin' } },
    { operation: 'user.delete', ...by, before: { ...person, role: 'admin' }, after: null },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/argon2|password/i)
  expect(JSON.stringify(rows)).not.toContain(password)
})

test('a member of two companies is removed from one and stays in the other', async () => {
  const email = 'both@new.example'
  const { id } = await newMember('both')
  await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [id])
  await t.ask(createUser, { token: other.tokens.superuser, body: personNamed(email) })
  await t.ask(deleteUser, { token: other.tokens.superuser, params: { id: await other.idOf(email) } })
  expect(await comesIn(t, email)).toBe(true)
})

import {
  addRosterUser,
  createRoster,
  deleteRoster,
  listRosters,
  updateRoster,
  updateRosterUser,
} from '@millwatch/contract/http/groups'
import { createUser, deleteUser, updateUser } from '@millwatch/contract/http/members'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { asSystem } from '../../platform/ctx.ts'
import { recipientsOf } from './recipients.ts'

const t = await openApp()
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')

let names = 0
const group = async (company = acme, name = `Group ${++names}`) =>
  (await t.ask(createRoster, { token: company.tokens.superuser, body: { name } })).roster.id
const add = (id: number, user_id: number, company = acme) =>
  t.ask(addRosterUser, { token: company.tokens.superuser, params: { id }, body: { user_id } })
const ways = (id: number, user: number, body: object) =>
  t.call('PUT', `/v0/rosters/${id}/users/${user}`, { token: acme.tokens.superuser, body })
const rosterOf = async (id: number, token = acme.tokens.superuser) =>
  (await t.ask(listRosters, { token })).rosters.find((roster) => roster.id === id)
const recipients = (rosterIds: number[], { companyId } = acme) =>
  asSystem({ database: t.db.database, clock: t.clock }, companyId, (ctx) => recipientsOf(ctx, rosterIds))
const without = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

describe('a group', () => {
  test('is created, renamed, filled, emptied and removed', async () => {
    const id = await group(acme, '  Night shift ')
    expect(await rosterOf(id)).toEqual({ id, name: 'Night shift', RosterUsers: [] })
    const renamed = { token: acme.tokens.superuser, params: { id }, body: { name: 'Late shift' } }
    expect((await t.ask(updateRoster, renamed)).roster.name).toBe('Late shift')
    const { rosterUser } = await add(id, acme.ids.admin)
    expect(rosterUser).toEqual({
      id: rosterUser.id,
      roster_id: id,
      user_id: acme.ids.admin,
      send_email: true,
      send_sms: false,
      User: { first_name: 'admin', last_name: 'acme', email: acme.emailOf('admin') },
    })
    const path = `/v0/rosters/${id}/users/${acme.ids.admin}`
    expect((await t.call('DELETE', path, { token: acme.tokens.superuser })).status).toBe(200)
    expect((await t.call('DELETE', path, { token: acme.tokens.superuser })).status).toBe(404)
    await add(id, acme.ids.user)
    await t.ask(deleteRoster, { token: acme.tokens.superuser, params: { id } })
    expect(await rosterOf(id)).toBeUndefined()
  })

  test('has a name, which no other group of the company has', async () => {
    await group(acme, 'Maintenance')
    for (const name of ['', '   ', '\u200b', '\u3164']) {
      const answer = await t.call('POST', '/v0/rosters', { token: acme.tokens.superuser, body: { name } })
      expect([answer.status, answer.json]).toMatchObject([400, { error: 'Name cannot be blank' }])
    }
    const taken = { code: 'roster_name_taken', error: expect.stringContaining('group name') }
    for (const name of ['Maintenance', ' maintenance '])
      expect(
        (await t.call('POST', '/v0/rosters', { token: acme.tokens.superuser, body: { name } })).json,
      ).toMatchObject(taken)
    const id = await group()
    const renaming = { token: acme.tokens.superuser, body: { name: 'MAINTENANCE' } }
    expect((await t.call('PUT', `/v0/rosters/${id}`, renaming)).json).toMatchObject(taken)
    expect(await group(other, 'Maintenance')).toBeGreaterThan(0)
    const calls = Array.from({ length: 8 }, () =>
      t.call('POST', '/v0/rosters', { token: acme.tokens.superuser, body: { name: 'At once' } }),
    )
    const statuses = (await Promise.all(calls)).map((answer) => answer.status)
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
  })

  test('is written by superusers, and read by all, addresses by admins only', async () => {
    const id = await group()
    await add(id, acme.ids.admin)
    for (const role of ['user', 'admin'] as const) {
      const token = acme.tokens[role]
      const refused = [
        await t.call('POST', '/v0/rosters', { token, body: { name: 'x' } }),
        await t.call('PUT', `/v0/rosters/${id}`, { token, body: { name: 'x' } }),
        await t.call('DELETE', `/v0/rosters/${id}`, { token }),
        await t.call('POST', `/v0/rosters/${id}/users`, { token, body: { user_id: acme.ids.user } }),
        await t.call('PUT', `/v0/rosters/${id}/users/${acme.ids.admin}`, { token, body: { send_email: false } }),
        await t.call('DELETE', `/v0/rosters/${id}/users/${acme.ids.admin}`, { token }),
      ]
      expect(refused.map((answer) => answer.status)).toEqual(Array<number>(6).fill(403))
    }
    expect((await rosterOf(id, acme.tokens.admin))?.RosterUsers[0]?.User.email).toBe(acme.emailOf('admin'))
    expect((await rosterOf(id, acme.tokens.user))?.RosterUsers[0]?.User).toEqual({
      first_name: 'admin',
      last_name: 'acme',
    })
  })

  test('of another company is as absent as none, and so are its members', async () => {
    const [ownGroup, foreign] = [await group(), await group(other)]
    await add(foreign, other.ids.user, other)
    const token = acme.tokens.superuser
    const callsOn = (roster: number, user: number) => [
      t.call('PUT', `/v0/rosters/${roster}`, { token, body: { name: 'Mine now' } }),
      t.call('DELETE', `/v0/rosters/${roster}`, { token }),
      t.call('POST', `/v0/rosters/${roster}/users`, { token, body: { user_id: acme.ids.user } }),
      t.call('POST', `/v0/rosters/${ownGroup}/users`, { token, body: { user_id: user } }),
      t.call('PUT', `/v0/rosters/${roster}/users/${user}`, { token, body: { send_sms: true } }),
      t.call('DELETE', `/v0/rosters/${roster}/users/${user}`, { token }),
    ]
    const strange = await Promise.all(callsOn(foreign, other.ids.user))
    const absent = await Promise.all(callsOn(999_999_999, 999_999_998))
    expect(strange.map((answer) => answer.status)).toEqual(Array<number>(6).fill(404))
    expect(strange.map((answer) => without(answer.text))).toEqual(absent.map((answer) => without(answer.text)))
    expect((await rosterOf(foreign, other.tokens.superuser))?.RosterUsers).toHaveLength(1)
  })

  test('holds somebody once, and sends text messages to those who have a number', async () => {
    const id = await group()
    await add(id, acme.ids.user)
    const again = { token: acme.tokens.superuser, body: { user_id: acme.ids.user } }
    expect((await t.call('POST', `/v0/rosters/${id}/users`, again)).json).toMatchObject({ code: 'already_in_roster' })
    expect((await ways(id, acme.ids.user, { send_sms: true })).json).toMatchObject({ code: 'phone_missing' })
    const params = { id: acme.ids.user }
    await t.ask(updateUser, { token: acme.tokens.user, params, body: { phone: '202 555 0123' } })
    expect((await ways(id, acme.ids.user, { send_sms: true, send_email: false })).json).toMatchObject({
      rosterUser: { send_email: false, send_sms: true },
    })
    const sms = { userId: acme.ids.user, email: null, phone: '+12025550123' }
    expect(await recipients([id])).toMatchObject([sms])
    // The number is taken away again: there is nothing to send to.
    await t.ask(updateUser, { token: acme.tokens.user, params, body: { phone: '' } })
    expect(await recipients([id])).toEqual([])
  })
})

describe('whom groups reach', () => {
  test('each person once, by every way that one of the groups asks for', async () => {
    const [a, b] = [await group(), await group()]
    await add(a, acme.ids.admin)
    await add(b, acme.ids.admin)
    await add(b, acme.ids.user)
    await ways(b, acme.ids.admin, { send_email: false })
    await ways(b, acme.ids.user, { send_email: false })
    const admin = {
      userId: acme.ids.admin,
      firstName: 'admin',
      lastName: 'acme',
      email: acme.emailOf('admin'),
      phone: null,
      locale: null,
      clockHours: null,
    }
    expect(await recipients([a, b, a, 999_999])).toEqual([admin])
    expect(await recipients([b])).toEqual([])
    expect(await recipients([])).toEqual([])
    // A group of another company reaches nobody, whoever names it.
    expect(await recipients([a], other)).toEqual([])
  })

  test('nobody who has left the company, even when they come back', async () => {
    const id = await group()
    const email = 'leaver@acme.example'
    const body = personNamed(email)
    const { user } = await t.ask(createUser, { token: acme.tokens.superuser, body })
    await add(id, user.id)
    expect(await recipients([id])).toHaveLength(1)
    await t.ask(deleteUser, { token: acme.tokens.superuser, params: { id: user.id } })
    expect(await recipients([id])).toEqual([])
    await t.ask(createUser, { token: acme.tokens.superuser, body })
    await t.signIn(email)
    expect((await rosterOf(id))?.RosterUsers).toEqual([])
  })

  test('nobody who leaves at the very moment they are put into it', async () => {
    const id = await group()
    for (let i = 0; i < 10; i++) {
      const body = personNamed(`moment${i}@acme.example`)
      const { user } = await t.ask(createUser, { token: acme.tokens.superuser, body })
      const removing = t.call('DELETE', `/v0/users/${user.id}`, { token: acme.tokens.superuser })
      const adding = t.call('POST', `/v0/rosters/${id}/users`, {
        token: acme.tokens.superuser,
        body: { user_id: user.id },
      })
      expect([(await removing).status, [200, 404].includes((await adding).status)]).toEqual([200, true])
    }
    const { rows } = await t.db.owner.query('select from roster_user where roster_id = $1', [id])
    expect(rows).toEqual([])
  })
})

test('every change of a group is on record', async () => {
  const id = await group(acme, 'Recorded')
  const token = acme.tokens.superuser
  await t.ask(updateRoster, { token, params: { id }, body: { name: 'On record' } })
  await add(id, acme.ids.admin)
  await t.ask(updateRosterUser, { token, params: { id, user: acme.ids.admin }, body: { send_email: false } })
  await t.call('DELETE', `/v0/rosters/${id}/users/${acme.ids.admin}`, { token })
  await t.ask(deleteRoster, { token, params: { id } })
  const { rows } = await t.db.owner.query(
    'select operation, user_id::int as by from audit_entry where company_id = $1 and subject = $2 order by audit_entry_id',
    [acme.companyId, `roster/${id}`],
  )
  const did = [
    'roster.create',
    'roster.update',
    'roster.user.add',
    'roster.user.update',
    'roster.user.remove',
    'roster.delete',
  ]
  expect(rows).toEqual(did.map((operation) => ({ operation, by: acme.ids.superuser })))
})

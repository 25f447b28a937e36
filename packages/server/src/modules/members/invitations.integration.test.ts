import { addRosterUser, createRoster, listRosters } from '@millwatch/contract/http/groups'
import { createSession, getUser } from '@millwatch/contract/http/identity'
import {
  acceptInvitation,
  createUser,
  declineInvitation,
  deleteUser,
  listInvitations,
  listUsers,
  updateUser,
} from '@millwatch/contract/http/members'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { type InjectApp, password } from '@millwatch/lab/app/inject-app'
import { comesIn, personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { systemCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/tx.ts'
import { createUser as addAsOperator } from '../identity/index.ts'
import { addMember, readNewMember } from './add-member.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const t = await openApp({ clock })
const acme = await signedInCompany(t, 'acme')
/** Addresses of the people whom acme adds. */
let home: typeof acme

beforeAll(async () => {
  home = await signedInCompany(t, 'home')
})

const isNumber = (value: unknown) => typeof value === 'number'
/** Removes from an answer everything that differs between two calls or two people. */
const shapeOf = (text: string, name: string) =>
  text
    .replaceAll(name, 'NAME')
    .replace(/"request_id":"[^"]*"/g, '')
    .replace(/"id":\d+/g, '"id":0')

/** Creates a user of the home company with every kind of data a user can have. */
async function person(name: string) {
  const username = `${name}@home.example`
  const body = { ...personNamed(username), first_name: 'Secret', last_name: 'Name' }
  const { user } = await t.ask(createUser, { token: home.tokens.superuser, body })
  await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [user.id])
  const token = await t.signIn(username, home.companyId)
  await t.ask(updateUser, { token, params: { id: user.id }, body: { phone: '2025550123', theme: 'light' } })
  return { username, id: user.id, token }
}
const invite = async (username: string) => {
  clock.advance(1)
  return (await t.ask(createUser, { token: acme.tokens.superuser, body: personNamed(username) })).user
}
const invitationsOf = async (token: string) => (await t.ask(listInvitations, { token })).invitations
const listed = async (id: number) =>
  (await t.ask(listUsers, { token: acme.tokens.superuser })).users.find((user) => user.id === id)

describe('adding somebody who is known', () => {
  test('answers, and looks in every list and call, as adding somebody new', async () => {
    await person('known')
    const lookAt = async (name: string) => {
      const seen: (string | number)[] = []
      const see = async (...call: Parameters<InjectApp['call']>) => {
        const answer = await t.call(...call)
        seen.push(answer.status, shapeOf(answer.text, name))
        return answer
      }
      const token = acme.tokens.superuser
      const body = { ...personNamed(`${name}@home.example`), first_name: 'Typed' }
      const { user } = (await see('POST', '/v0/users', { token, body })).json as { user: { id: number } }
      const path = `/v0/users/${user.id}`
      seen.push(
        JSON.stringify(await listed(user.id))
          .replaceAll(name, 'NAME')
          .replace(/"id":\d+/, ''),
      )
      await see('POST', '/v0/users', { token, body })
      for (const change of [
        { is_admin: true },
        { is_superuser: true },
        { is_superuser: false },
        { first_name: 'x' },
        {},
      ])
        await see('PUT', path, { token, body: change })
      await see('PUT', path, { token: acme.tokens.admin, body: { is_superuser: true } })
      await see('PUT', path, { token: acme.tokens.user, body: { is_admin: true } })
      await see('DELETE', path, { token: acme.tokens.admin })
      const { roster } = await t.ask(createRoster, { token, body: { name: `Group of ${name}` } })
      await see('POST', `/v0/rosters/${roster.id}/users`, { token, body: { user_id: user.id } })
      await see('PUT', `/v0/rosters/${roster.id}/users/${user.id}`, { token, body: { send_sms: true } })
      await see('PUT', `/v0/rosters/${roster.id}/users/${user.id}`, { token, body: { send_email: false } })
      await see('DELETE', path, { token })
      await see('DELETE', path, { token })
      await see('DELETE', `/v0/rosters/${roster.id}/users/${user.id}`, { token })
      const record = await t.db.owner.query(
        'select operation, before, after from audit_entry where company_id = $1 and subject = $2 order by audit_entry_id',
        [acme.companyId, `user/${user.id}`],
      )
      seen.push(JSON.stringify(record.rows).replaceAll(name, 'NAME'))
      return seen.map((entry) => (isNumber(entry) ? entry : entry.replaceAll(/"(roster_id|user_id)":\d+/g, '')))
    }
    // Each runs alone, with the only superuser of the company.
    const seenOfExisting = await lookAt('known')
    expect(seenOfExisting).toEqual(await lookAt('quite'))
    expect(seenOfExisting).toContain(200)
  })

  test('hashes the password and asks the database the same things in the same order', async () => {
    const { username } = await person('asked')
    const { companyId } = acme
    const statementsFor = async (email: string) => {
      const member = await readNewMember(
        { username: email, firstName: 'A', lastName: 'B', password },
        { policy: 'spec', canMail: false },
      )
      expect(member.passwordHash).toContain('$argon2id$')
      const names: string[] = []
      await t.db.database.inCompany(companyId, (tx) => {
        const prepared: Tx['prepared'] = (statement, values) => {
          names.push(statement.name)
          return tx.prepared(statement, values)
        }
        const ctx = systemCtx(companyId, { ...tx, db: tx.db, prepared }, clock)
        const needs = { signingKey: t.app.signingKey, publicUrl: () => '', canMail: async () => false }
        return addMember(ctx, needs, member)
      })
      return names
    }
    const ofExisting = await statementsFor(username)
    const unknown = await statementsFor('nobody@new.example')
    expect(ofExisting.length).toBeGreaterThan(5)
    const insert = /^directory_(membership|invitation)_insert$/
    expect([ofExisting, unknown].map((names) => names.filter((name) => insert.test(name)))).toEqual([
      ['directory_invitation_insert'],
      ['directory_membership_insert'],
    ])
    const alike = (names: string[]) => names.map((name) => name.replace(insert, 'one row'))
    expect(alike(ofExisting)).toEqual(alike(unknown))
  })

  test('changes nothing of the person, and reveals nothing of them', async () => {
    const { username, id, token } = await person('untouched')
    const text = 'select * from app_user where user_id = $1'
    const before = (await t.db.owner.query(text, [id])).rows
    const body = { ...personNamed(username), first_name: 'Typed', last_name: 'There', password: 'Another 1 of them' }
    const { user } = await t.ask(createUser, { token: acme.tokens.superuser, body })
    expect(user).toMatchObject({ first_name: 'Typed', last_name: 'There', phone: null })
    expect(user.id).not.toBe(id)
    expect((await t.db.owner.query(text, [id])).rows).toEqual(before)
    expect((await t.call('POST', createSession.path, { body: { username, password: body.password } })).status).toBe(401)
    expect((await t.ask(getUser, { token })).user.companies).toEqual([{ id: home.companyId, name: 'home' }])
    const all = await t.call('GET', '/v0/users', { token: acme.tokens.superuser })
    for (const mark of ['Secret', '+12025550123']) expect(all.text).not.toContain(mark)
  })

  test('takes ids of one sequence, one by one', async () => {
    await person('middle')
    const first = await invite('first@new.example')
    const second = await invite('middle@home.example')
    const third = await invite('third@new.example')
    expect([second.id - first.id, third.id - second.id]).toEqual([1, 1])
  })
})

describe('an invitation', () => {
  test('accepted makes a member, in the role and the groups that waited', async () => {
    const { username, id, token } = await person('joins')
    const invited = await invite(username)
    const as = { token: acme.tokens.superuser }
    await t.ask(updateUser, { ...as, params: { id: invited.id }, body: { is_admin: true } })
    const { roster } = await t.ask(createRoster, { ...as, body: { name: 'Waiting' } })
    await t.ask(addRosterUser, { ...as, params: { id: roster.id }, body: { user_id: invited.id } })
    const waiting = { id: invited.id, company_name: 'acme', is_admin: true, is_superuser: false }
    expect(await invitationsOf(token)).toMatchObject([waiting])
    expect((await t.ask(getUser, { token })).user.invitations).toMatchObject([waiting])
    const accepted = await t.ask(acceptInvitation, { token, params: { id: invited.id } })
    expect(accepted.company).toEqual({ id: acme.companyId, name: 'acme' })
    const { companies, invitations } = (await t.ask(getUser, { token })).user
    expect(companies.map((company) => company.name)).toEqual(['home', 'acme'])
    expect(invitations).toEqual([])
    expect(await listed(invited.id)).toBeUndefined()
    expect(await listed(id)).toMatchObject({ username, first_name: 'Secret', phone: '+12025550123', is_admin: true })
    const { rosters } = await t.ask(listRosters, as)
    expect(rosters.find((listed) => listed.id === roster.id)?.RosterUsers.map((listed) => listed.user_id)).toEqual([id])
    const there = await t.signIn(username, acme.companyId)
    expect((await t.ask(getUser, { token: there })).user).toMatchObject({ company_id: acme.companyId, is_admin: true })
    expect((await t.call('POST', `/v0/invitations/${invited.id}/accept`, { token })).status).toBe(404)
  })

  test('counts as accepted when the operator adds the person, who takes the place in groups', async () => {
    const { username, id } = await person('added')
    const invited = await invite(username)
    const as = { token: acme.tokens.superuser }
    const { roster } = await t.ask(createRoster, { ...as, body: { name: 'Shift leads' } })
    await t.ask(addRosterUser, { ...as, params: { id: roster.id }, body: { user_id: invited.id } })
    const names = { firstName: 'Any', lastName: 'Name', role: 'user', password, mustChangePassword: false } as const
    await addAsOperator({ database: t.db.database, clock }, { companyId: acme.companyId, email: username, ...names })
    const { rosters } = await t.ask(listRosters, as)
    expect(rosters.find((listed) => listed.id === roster.id)?.RosterUsers.map((listed) => listed.user_id)).toEqual([id])
    expect(await listed(invited.id)).toBeUndefined()
  })

  test('accepted many times at once makes one membership', async () => {
    const { username, id, token } = await person('hasty')
    const invited = await invite(username)
    const calls = Array.from({ length: 8 }, () => t.call('POST', `/v0/invitations/${invited.id}/accept`, { token }))
    const statuses = (await Promise.all(calls)).map((answer) => answer.status)
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(7).fill(404)])
    const { rows } = await t.db.owner.query('select from membership where user_id = $1', [id])
    expect(rows).toHaveLength(2)
  })

  test('declined is gone, and the record of the company names nobody', async () => {
    const { username, id, token } = await person('declines')
    const invited = await invite(username)
    await t.ask(declineInvitation, { token, params: { id: invited.id } })
    expect(await invitationsOf(token)).toEqual([])
    expect(await listed(invited.id)).toBeUndefined()
    const { rows } = await t.db.owner.query(
      `select user_id, session_id, ip, subject from audit_entry where operation = 'invitation.decline' and company_id = $1`,
      [acme.companyId],
    )
    expect(rows).toEqual([{ user_id: null, session_id: null, ip: null, subject: `user/${invited.id}` }])
    expect(invited.id).not.toBe(id)
  })

  test('of somebody else is as absent as none, and taken back it is gone', async () => {
    const { username, token } = await person('wanted')
    const eve = await person('eve')
    const invited = await invite(username)
    const answers = await Promise.all([
      t.call('POST', `/v0/invitations/${invited.id}/accept`, { token: eve.token }),
      t.call('DELETE', `/v0/invitations/${invited.id}`, { token: eve.token }),
      t.call('POST', `/v0/invitations/${invited.id}/accept`, { token: acme.tokens.superuser }),
      t.call('POST', '/v0/invitations/999999999/accept', { token: eve.token }),
    ])
    expect(new Set(answers.map((answer) => answer.text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
    expect(await invitationsOf(token)).toHaveLength(1)
    await t.ask(deleteUser, { token: acme.tokens.superuser, params: { id: invited.id } })
    expect(await invitationsOf(token)).toEqual([])
    expect((await t.call('POST', `/v0/invitations/${invited.id}/accept`, { token })).status).toBe(404)
  })

  test('is not answered to who has left the address it was sent to', async () => {
    const { username, id, token } = await person('moves')
    const invited = await invite(username)
    const body = { username: 'moved@home.example', current_password: password }
    await t.ask(updateUser, { token, params: { id }, body })
    expect(await invitationsOf(token)).toEqual([])
    expect(await listed(invited.id)).toBeUndefined()
  })
})

describe('somebody who belongs to no company any more', () => {
  test('cannot sign in, until a company invites them: then they join it by the right password', async () => {
    const { username, id } = await person('between')
    await t.ask(deleteUser, { token: home.tokens.superuser, params: { id } })
    expect(await comesIn(t, username)).toBe(false)
    const invited = await invite(username)
    expect(invited.id).not.toBe(id)
    const wrong = { username, password: personNamed(username).password.toUpperCase() }
    expect((await t.call('POST', createSession.path, { body: wrong })).status).toBe(401)
    expect(await listed(invited.id)).toBeDefined()
    const token = await t.signIn(username)
    expect((await t.ask(getUser, { token })).user).toMatchObject({ id, company_id: acme.companyId })
    expect(await listed(id)).toMatchObject({ username })
  })
})

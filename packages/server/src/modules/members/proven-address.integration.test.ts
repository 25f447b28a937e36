import { acceptInvitation, createUser, listInvitations } from '@millwatch/contract/http/members'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { password } from '@millwatch/lab/app/inject-app'
import { comesIn, personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, expect, test } from 'vitest'

const sink = await smtpSink()
afterAll(() => sink.close())
const t = await openApp({ config: { smtp: { url: sink.url, from: 'millwatch@plant.example' } } })
const victim = await signedInCompany(t, 'victim')
const attacker = await signedInCompany(t, 'attacker')

/** Signs up an address for a company that does not own it, with a password that company chose. */
async function signedUp(email: string): Promise<string> {
  await t.ask(createUser, { token: attacker.tokens.superuser, body: personNamed(email) })
  const first = await t.signIn(email)
  await t.call('PUT', '/v0/user/password', {
    token: first,
    body: { current_password: password, password: 'Mine-now-1' },
  })
  return first
}

const invitedTo = async (email: string, token: string) => {
  await t.ask(createUser, { token: victim.tokens.superuser, body: personNamed(email) })
  const { invitations } = await t.ask(listInvitations, { token })
  return invitations[0]?.id ?? 0
}

async function resetByMail(email: string, wanted: string): Promise<number> {
  await t.call('POST', '/v0/password/request', { body: { username: email } })
  await t.app.settleMail()
  const mail = sink.arrived.findLast(
    (sent) => sent.to.includes(email) && sent.headers.get('subject') === 'Reset your password',
  )
  const token = /resetToken=(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
  return (await t.call('POST', '/v0/password/reset', { body: { token, username: email, password: wanted } })).status
}

test('Who signed up under an address before it was invited cannot take the invitation without its mail', async () => {
  const email = 'cfo@victim.example'
  const token = await signedUp(email)
  const id = await invitedTo(email, token)
  const refused = await t.call('POST', acceptInvitation.path.replace(':id', String(id)), { token })
  expect([refused.status, refused.json]).toMatchObject([409, { code: 'email_not_proven' }])
  expect((await t.ask(listInvitations, { token })).invitations).toHaveLength(1)
  expect(await resetByMail(email, 'The-real-one-1')).toBe(200)
  const { json } = await t.call('POST', '/v0/sessions', { body: { username: email, password: 'The-real-one-1' } })
  const ownToken = (json as { token: string }).token
  const accepted = await t.ask(acceptInvitation, { token: ownToken, params: { id } })
  expect(accepted.company.name).toBe('victim')
})

test('Nor by being thrown out of the company that signed them up, nor by taking the address as one of their own', async () => {
  const email = 'ceo@victim.example'
  const token = await signedUp(email)
  await invitedTo(email, token)
  const thrownOut = await attacker.idOf(email)
  await t.call('DELETE', `/v0/users/${thrownOut}`, { token: attacker.tokens.superuser })
  expect((await t.call('POST', '/v0/sessions', { body: { username: email, password: 'Mine-now-1' } })).status).toBe(401)
  // The company's own user has proven the address by mail, so joining works at once.
  expect(await resetByMail(email, password)).toBe(200)
  const entries = await t.db.owner.query('select from audit_entry where company_id = $1 and operation = $2', [
    victim.companyId,
    'password.reset',
  ])
  expect(entries.rowCount).toBe(0)
  expect(await comesIn(t, email)).toBe(true)

  const taken = 'coo@victim.example'
  const body = { username: taken, current_password: password }
  const changed = await t.call('PUT', `/v0/users/${attacker.ids.user}`, { token: attacker.tokens.user, body })
  expect(changed.status).toBe(200)
  const id = await invitedTo(taken, attacker.tokens.user)
  const path = acceptInvitation.path.replace(':id', String(id))
  expect((await t.call('POST', path, { token: attacker.tokens.user })).json).toMatchObject({ code: 'email_not_proven' })
})

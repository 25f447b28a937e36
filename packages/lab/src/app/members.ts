import { createSession } from '@millwatch/contract/http/identity'
import { acceptInvitation, createUser, listInvitations, listUsers } from '@millwatch/contract/http/members'
import { companyWithPeople, type InjectApp, password } from './inject-app.ts'

type Role = 'user' | 'admin' | 'superuser'

/**
 * Creates a company with one person of each role and signs them in. Returns the company, `tokens` and user `ids` by role, and
 * `idOf`, which finds the id of an address and throws an error if it is not on the list.
 */
export async function signedInCompany(t: InjectApp, name: string) {
  const company = await companyWithPeople(t, name)
  const [user, admin, superuser] = [
    await t.signIn(company.emailOf('user')),
    await t.signIn(company.emailOf('admin')),
    await t.signIn(company.emailOf('superuser')),
  ]
  const tokens: Record<Role, string> = { user, admin, superuser }
  const idOf = async (email: string) => {
    const { users } = await t.ask(listUsers, { token: superuser })
    const found = users.find((candidate) => candidate.username === email)
    if (!found) throw new Error(`${email} is not on the list`)
    return found.id
  }
  const ids = {
    user: await idOf(company.emailOf('user')),
    admin: await idOf(company.emailOf('admin')),
    superuser: await idOf(company.emailOf('superuser')),
  }
  return { ...company, tokens, ids, idOf }
}

export const personNamed = (username: string) => ({ username, first_name: 'New', last_name: 'Person', password })

/**
 * Adds the person `email` of another company to the company of the person with the token `by`, and accepts the first open
 * invitation with the session `home` of `email`. Returns a token of `email` in the company joined.
 */
export async function invited(t: InjectApp, by: string, email: string, home: string): Promise<string> {
  await t.ask(createUser, { token: by, body: personNamed(email) })
  const { invitations } = await t.ask(listInvitations, { token: home })
  const { company } = await t.ask(acceptInvitation, { token: home, params: { id: invitations[0]?.id ?? 0 } })
  return t.signIn(email, company.id)
}

/** Returns true if signing in with this user name and the password of all tests is answered with 200. */
export async function comesIn(t: InjectApp, username: string): Promise<boolean> {
  const answer = await t.call('POST', createSession.path, { body: { username, password } })
  return answer.status === 200
}

import { createSession } from '@millwatch/contract/http/identity'
import { acceptInvitation, createUser, listInvitations, listUsers } from '@millwatch/contract/http/members'
import { companyWithPeople, type InjectApp, password } from './inject-app.ts'

type Role = 'user' | 'admin' | 'superuser'

/** Creates a company with a token for each role. */
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
 * Adds the person `email` of another company as the person with the token `by`, and accepts the invitation with their
 * own token `home`. Returns a token of theirs in the company that they joined.
 */
export async function invited(t: InjectApp, by: string, email: string, home: string): Promise<string> {
  await t.ask(createUser, { token: by, body: personNamed(email) })
  const { invitations } = await t.ask(listInvitations, { token: home })
  const { company } = await t.ask(acceptInvitation, { token: home, params: { id: invitations[0]?.id ?? 0 } })
  return t.signIn(email, company.id)
}

/** Returns true when the user can sign in with the password of all tests. */
export async function comesIn(t: InjectApp, username: string): Promise<boolean> {
  const answer = await t.call('POST', createSession.path, { body: { username, password } })
  return answer.status === 200
}

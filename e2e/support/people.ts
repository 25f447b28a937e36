import { randomBytes } from 'node:crypto'
import { Company, withNewPassword } from '@millwatch/lab/product/company'
import type { BrowserContext } from '@playwright/test'

/** Person who can sign in. */
export interface Person {
  readonly username: string
  readonly password: string
}

/** Adds a regular user to a company as its superuser does; the user must still change the returned password. */
export async function addMember(company: Company, name: string): Promise<Person & { readonly id: number }> {
  const username = `${name.toLowerCase()}.${randomBytes(4).toString('hex')}@plant.example`
  const password = `given ${randomBytes(6).toString('hex')} 1`
  const wanted = { username, first_name: name, last_name: 'Member', password }
  const { user } = await company.call<{ user: { id: number } }>('POST', '/v0/users', wanted)
  return { username, password, id: user.id }
}

/** Adds a regular user who has signed in already and changed the first password; returns the new password. */
export async function settledMember(url: string, company: Company, name: string): Promise<Person & { id: number }> {
  const added = await addMember(company, name)
  const { password } = await withNewPassword(url, added.username, added.password)
  return { ...added, password }
}

/**
 * Gives a browser context a cookie session of this person, as the sign-in page does. Throws an error if the sign-in is refused.
 */
export async function enterAs(context: BrowserContext, url: string, { username, password }: Person): Promise<void> {
  const answer = await context.request.post(`${url}/v0/sessions`, {
    headers: { origin: url },
    data: { username, password, cookie: true },
  })
  if (!answer.ok()) throw new Error(`The sign-in was answered ${answer.status()}: ${await answer.text()}`)
}

interface Offered {
  readonly companies: readonly { readonly id: number; readonly name: string }[]
}

/** Signs a member of several companies in to the one with this name, which must be one of them. */
export async function signInTo(url: string, { username, password }: Person, name: string): Promise<Company> {
  const nobody = new Company(url, { username: '', token: '', rootUnitId: 0 })
  const { companies } = await nobody.call<Offered>('POST', '/v0/sessions', { username, password })
  const company_id = companies.find((company) => company.name === name)?.id
  const entered = await nobody.call<{ token: string; user: { root_org_unit_id: number } }>('POST', '/v0/sessions', {
    username,
    password,
    company_id,
  })
  return new Company(url, { username, token: entered.token, rootUnitId: entered.user.root_org_unit_id })
}

import type { BrowserContext, Locator, Page } from '@playwright/test'
import { enterAs, type Person, settledMember, signInTo } from './people.ts'
import type { Plant } from './test.ts'

export type Role = 'user' | 'admin' | 'superuser'

/** Adds a member with a role, who has changed the first password already, and whose name no other test uses. */
export async function memberOf(plant: Plant, name: string, role: Role): Promise<Person & { readonly id: number }> {
  const member = await settledMember(plant.url, plant.company, `${name}-${plant.tag}`)
  if (role !== 'user')
    await plant.company.call('PUT', `/v0/users/${member.id}`, { is_admin: true, is_superuser: role === 'superuser' })
  return member
}

/** Members that the tests of a worker share, by role, for tests that do not change them. */
const members = new Map<Role, Person>()

/**
 * Signs a browser context in as a member with this role, who is shared by the tests of a worker and created at the first call.
 */
export async function enterWithRole(context: BrowserContext, plant: Plant, role: Role): Promise<void> {
  const member = members.get(role) ?? (await memberOf(plant, role, role))
  members.set(role, member)
  await enterAs(context, plant.url, member)
}

/** Signs a browser context in as a superuser of a company without any set-up. */
export async function enterUntouched(context: BrowserContext, plant: Plant): Promise<void> {
  const name = plant.global.companies[0] ?? ''
  const { token } = await signInTo(plant.url, plant.global, name)
  const answer = await fetch(`${plant.url}/v0/user`, { headers: { authorization: `Bearer ${token}` } })
  const { user } = (await answer.json()) as { user: { company_id: number } }
  const { username, password } = plant.global
  const data = { username, password, company_id: user.company_id, cookie: true }
  const entered = await context.request.post(`${plant.url}/v0/sessions`, { headers: { origin: plant.url }, data })
  if (!entered.ok()) throw new Error(`The sign-in was answered ${entered.status()}`)
}

/** Returns the message with exactly this text in the messages at the edge of the page. */
export const toast = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(words, { exact: true })

export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** PNG with a single pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

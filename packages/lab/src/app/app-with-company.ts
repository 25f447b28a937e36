import { afterAll } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp } from './inject-app.ts'

type Company = Awaited<ReturnType<typeof companyWithPeople>>
type Settings = Parameters<typeof injectApp>[0] & { readonly timezone?: string }

/**
 * Starts a server on its own database for all tests of a file, and closes both after the last test. Must be awaited at the top of
 * the file.
 */
export async function openApp(settings: Parameters<typeof injectApp>[0] = {}): Promise<InjectApp> {
  const t = await injectApp(settings)
  afterAll(() => t.close())
  return t
}

/**
 * Starts a server as `openApp` does, creates the company `acme` with a user, an admin and a superuser on it, and signs in the
 * admin. `timezone` is that of the company. Returns the server, the company,
 * its id, the id of its root unit and the admin's token.
 */
export async function appWithCompany({ timezone, ...settings }: Settings = {}) {
  const t = await openApp(settings)
  const company = await companyWithPeople(t, 'acme', timezone)
  const token = await t.signIn(company.emailOf('admin'))
  return { t, company, companyId: company.companyId, root: company.rootOrgUnitId, token }
}

/** A server with a company and open ports. */
export type ListeningApp = Awaited<ReturnType<typeof listeningApp>>

/**
 * Starts a server with a company, as `appWithCompany` does, and opens its ports on loopback. Returns the same plus `httpUrl` and
 * `mqttUrl`.
 */
export async function listeningApp(settings?: Settings) {
  const app = await appWithCompany(settings)
  return { ...app, ...(await app.t.listen()) }
}

/** Signs in the user, the admin and the superuser of a company, and returns a token for each role. */
export const tokensOf = async (t: InjectApp, { emailOf }: Company) => ({
  user: await t.signIn(emailOf('user')),
  admin: await t.signIn(emailOf('admin')),
  superuser: await t.signIn(emailOf('superuser')),
})

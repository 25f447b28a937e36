import { afterAll } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp } from './inject-app.ts'

type Company = Awaited<ReturnType<typeof companyWithPeople>>
type Settings = Parameters<typeof injectApp>[0] & { readonly timezone?: string }

/** Starts a server for all tests of a file. It closes after the last test. Call it at the top of the file, with `await`. */
export async function openApp(settings: Parameters<typeof injectApp>[0] = {}): Promise<InjectApp> {
  const t = await injectApp(settings)
  afterAll(() => t.close())
  return t
}

/** Starts a server with a company, whose admin is signed in, like `openApp`. */
export async function appWithCompany({ timezone, ...settings }: Settings = {}) {
  const t = await openApp(settings)
  const company = await companyWithPeople(t, 'acme', timezone)
  const token = await t.signIn(company.emailOf('admin'))
  return { t, company, companyId: company.companyId, root: company.rootOrgUnitId, token }
}

/** A server with a company and open ports. */
export type ListeningApp = Awaited<ReturnType<typeof listeningApp>>

/** Starts a server with a company, as `appWithCompany` does, and opens its ports. */
export async function listeningApp(settings?: Settings) {
  const app = await appWithCompany(settings)
  return { ...app, ...(await app.t.listen()) }
}

/** Signs in one person of each role of a company, and returns their tokens. */
export const tokensOf = async (t: InjectApp, { emailOf }: Company) => ({
  user: await t.signIn(emailOf('user')),
  admin: await t.signIn(emailOf('admin')),
  superuser: await t.signIn(emailOf('superuser')),
})

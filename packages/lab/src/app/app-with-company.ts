import { afterAll } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp } from './inject-app.ts'

type Company = Awaited<ReturnType<typeof companyWithPeople>>
type Settings = Parameters<typeof injectApp>[0] & { readonly timezone?: string }

/**
 * Starts a server with a company, whose admin is signed in, for all tests of a file. It closes after the last test. Call it at
 * the top of the file, with `await`.
 */
export async function appWithCompany({ timezone, ...settings }: Settings = {}) {
  const t = await injectApp(settings)
  afterAll(() => t.close())
  const company = await companyWithPeople(t, 'acme', timezone)
  const token = await t.signIn(company.emailOf('admin'))
  return { t, company, companyId: company.companyId, root: company.rootOrgUnitId, token }
}

/** Signs in one person of each role of a company, and returns their tokens. */
export const tokensOf = async (t: InjectApp, { emailOf }: Company) => ({
  user: await t.signIn(emailOf('user')),
  admin: await t.signIn(emailOf('admin')),
  superuser: await t.signIn(emailOf('superuser')),
})

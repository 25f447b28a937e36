import { askPasskeyOfStep } from '@millwatch/contract/http/identity-second-factor'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, password } from '@millwatch/lab/app/inject-app'
import { addSoftPasskey } from '@millwatch/lab/app/passkeys'
import { stepOf } from '@millwatch/lab/app/second-factor'
import { beforeEach } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createUser } from './people.ts'

/** Returns the error code in the body of an answer to `inject`; undefined if it has none. */
export const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code
/** Returns the error code in the body of an answer to `call`; undefined if it has none. */
export const codeIn = (answer: { json: unknown }) => (answer.json as { code?: string } | null)?.code

/** Starts a server with two companies for all tests of a file, with functions that make members with and without a passkey. */
export async function passkeyBench() {
  const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
  const { t, company: acme } = await appWithCompany({ clock })
  const second = await companyWithPeople(t, 'second')
  // Failures of one test must not slow down the next.
  beforeEach(() => clock.advance(2 * HOUR_MS))
  let people = 0
  /** Makes a member who is signed in. */
  const member = async (companyId = acme.companyId) => {
    const email = `keyed${++people}@acme.example`
    const named = { firstName: 'Mem', lastName: 'Ber', password, mustChangePassword: false }
    const { userId } = await createUser(
      { database: t.db.database, clock },
      { companyId, email, role: 'user' as const, ...named },
    )
    return { userId, email, token: await t.signIn(email, companyId) }
  }
  return {
    ...{ t, clock, second, member },
    /** Makes a member with a passkey. */
    async keyed(companyId = acme.companyId) {
      const person = await member(companyId)
      return { ...person, ...(await addSoftPasskey(t, person.token)) }
    },
    /** Signs in with the password, and returns the step with the options for a passkey. */
    async startSignIn({ email }: { readonly email: string }) {
      const step = await stepOf(t, { username: email })
      const { options } = await t.ask(askPasskeyOfStep, { body: { step } })
      return { step, options }
    },
    /** Completes a step of a sign-in from an address. */
    enter: (body: object, from = '10.1.0.1') =>
      t.app.inject({ method: 'POST', url: '/v0/sessions/second_factor', payload: body, remoteAddress: from }),
    /** Returns the subjects of all mails to a person, the earliest first. */
    async subjects(recipient: string) {
      const { rows } = await t.db.owner.query<{ subject: string }>(
        'select subject from mail where recipient = $1 order by mail_id',
        [recipient],
      )
      return rows.map(({ subject }) => subject)
    },
    /** Returns the entries of a person in the audit log, the earliest first. */
    async entries(userId: number) {
      const { rows } = await t.db.owner.query<{ operation: string; after: unknown }>(
        'select operation, after from audit_entry where user_id = $1 order by occurred_at, audit_entry_id',
        [userId],
      )
      return rows
    },
  }
}

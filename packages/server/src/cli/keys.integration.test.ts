import { openApp } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { installationSecret } from '../platform/installation/store-directory.ts'

const t = await openApp()
let batches = 0

/** Makes a session, an API key and a device; the result checks if a server accepts each of them. */
async function principals(on: InjectApp, company: Awaited<ReturnType<typeof companyWithPeople>>) {
  const token = await on.signIn(company.emailOf('admin'))
  const machine = await machineWithDevice(on, token, company.rootOrgUnitId, `m${++batches}`)
  const body = { name: 'program', expires_at: new Date(Date.now() + 86_400_000).toISOString() }
  const { key } = (await on.call('POST', '/v0/api_keys', { token, body })).json as { key: string }
  return async (server: InjectApp) => {
    const envelope = { batch_id: `b-${++batches}`, events: [] }
    const headers = { authorization: machine.authorization }
    const answers = [
      await server.call('GET', '/v0/company', { token }),
      await server.call('GET', '/v0/company', { token: key }),
      await server.call('POST', '/v0/ingest', { headers, body: envelope }),
    ]
    return answers.map((answer) => answer.status)
  }
}

test('what was made before a rotation stays good, until the keys before are forgotten', async () => {
  const acme = await companyWithPeople(t, 'acme')
  const first = await principals(t, acme)
  const secret = await installationSecret(t.db.database, 'signing')
  expect((await millwatch(t, 'keys', 'rotate')).join()).toContain('Start every server again')
  const rotated = await installationSecret(t.db.database, 'signing')
  expect(rotated.equals(secret)).toBe(false)

  const restarted = await injectApp({ db: t.db })
  expect(await first(restarted)).toEqual([200, 200, 200])
  const second = await principals(restarted, acme)
  expect(await second(restarted)).toEqual([200, 200, 200])
  // A server that was not restarted goes on, and does not know newer keys.
  expect(await first(t)).toEqual([200, 200, 200])
  expect(await second(t)).toEqual([401, 401, 401])

  await millwatch(t, 'keys', 'rotate')
  const again = await injectApp({ db: t.db })
  expect([await first(again), await second(again)]).toEqual([
    [200, 200, 200],
    [200, 200, 200],
  ])
  const third = await principals(again, acme)

  expect((await millwatch(t, 'keys', 'forget'))[0]).toContain('2 signing keys')
  const last = await injectApp({ db: t.db })
  expect([await first(last), await second(last), await third(last)]).toEqual([
    [401, 401, 401],
    [401, 401, 401],
    [200, 200, 200],
  ])
  await Promise.all([restarted.close(), again.close(), last.close()])
})

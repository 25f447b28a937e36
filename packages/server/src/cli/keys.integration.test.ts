import { openApp } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import {
  companyWithPeople,
  type InjectApp,
  injectApp,
  machineWithDevice,
  password,
} from '@millwatch/lab/app/inject-app'
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

test('a browser that is known stays known after a rotation', async () => {
  const acme = await companyWithPeople(t, 'rotated')
  const username = acme.emailOf('user')
  const attempt = (on: InjectApp, from: string, typed: string, cookie = '') =>
    on.app.inject({
      ...{ method: 'POST', url: '/v0/sessions', remoteAddress: from, headers: { host: 'millwatch.example', cookie } },
      payload: { username, password: typed, cookie: true },
    })
  const entered = await attempt(t, '10.40.0.1', password)
  const cookie = [entered.headers['set-cookie']]
    .flat()
    .find((line) => line?.includes('browser='))
    ?.split(';')[0]
  await millwatch(t, 'keys', 'rotate')
  const restarted = await injectApp({ db: t.db })
  await Promise.all(Array.from({ length: 20 }, (_, i) => attempt(restarted, `10.41.0.${i}`, 'wrong')))
  expect((await attempt(restarted, '10.42.0.1', password)).statusCode).toBe(429)
  expect((await attempt(restarted, '10.42.0.1', password, cookie)).statusCode).toBe(200)
  await millwatch(t, 'keys', 'forget')
  await restarted.close()
})

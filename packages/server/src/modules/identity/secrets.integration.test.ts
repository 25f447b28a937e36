import { randomBytes } from 'node:crypto'
import { companyWithPeople, injectApp } from '@millwatch/lab/app/inject-app'
import { testDatabase } from '@millwatch/lab/database/database'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { installationSecret, writeInstallation } from '../../platform/installation/store-directory.ts'

describe('ThingsBoard CVE-2023-26462: the secret of an installation', () => {
  test('is made of chance at the first start, stays, and is no other installation’s', async () => {
    const [first, another] = [await injectApp(), await injectApp()]
    const secrets = [first.app.signingKey, another.app.signingKey]
    for (const secret of secrets) expect(secret).toHaveLength(32)
    expect(secrets[0]?.equals(secrets[1] ?? Buffer.alloc(0))).toBe(false)
    const again = await injectApp({ db: first.db })
    expect(again.app.signingKey.equals(first.app.signingKey)).toBe(true)
    // A session of one server is unknown to the other.
    const acme = await companyWithPeople(first, 'acme')
    await companyWithPeople(another, 'acme')
    const token = await first.signIn(acme.emailOf('user'))
    expect((await another.call('GET', '/v0/user', { token })).status).toBe(401)
    for (const app of [again, first, another]) await app.close()
  })

  test('cannot be given from outside, where a sample would be copied', () => {
    const environment = {
      SIGNING_KEY: 'thingsboardDefaultSigningKey',
      JWT_SECRET: 'secret',
      MILLWATCH_SECRET: 'secret',
    }
    expect(readConfig(environment, [])).toEqual(readConfig({}, []))
  })

  test('that is shorter than 32 bytes stops the start', async () => {
    const db = await testDatabase()
    await writeInstallation(db.database, 'signing', { secret: randomBytes(31).toString('base64url') })
    await expect(installationSecret(db.database, 'signing')).rejects.toThrow('32 bytes')
    await expect(injectApp({ db })).rejects.toThrow('32 bytes')
    await db.close()
  })
})

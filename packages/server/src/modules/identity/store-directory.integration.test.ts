import { randomUUID } from 'node:crypto'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installationSecret, readInstallation, writeInstallation } from '../../platform/installation/store-directory.ts'
import { deleteMailBefore } from '../../platform/mail/store-directory.ts'
import { findDevices, insertDevice, updateDevice } from '../devices/index.ts'
import { dueCompanies } from '../status/index.ts'
import { countAttempt, deleteAttemptsBefore } from './store-directory-attempts.ts'
import { deleteCodesBefore, insertCode } from './store-directory-codes.ts'
import { type Company, foundCompany, listCompanies } from './store-directory-companies.ts'
import { insertMembership, listMemberships } from './store-directory-memberships.ts'
import { endSession, endSessionsOfUser, findSession, insertSession, touchSession } from './store-directory-sessions.ts'
import { findUserByEmail, insertUser } from './store-directory-users.ts'

let test: TestDatabase
let company: Company
let userId: number

const token = (word: string) => Buffer.from(word.padEnd(32, '.'))

beforeAll(async () => {
  test = await testDatabase()
  const founded = { name: 'Ash', timezone: 'Europe/Zurich', createdAt: 1 }
  const made = await foundCompany(test.database, founded, async (tx, it) => {
    const user = { firstName: 'Eva', lastName: 'Kern', passwordHash: 'hash', mustChangePassword: true, createdAt: 1 }
    const id = await insertUser(tx, { ...user, email: 'Eva.Kern@Example.com' })
    await insertMembership(tx, { companyId: it.companyId, userId: id!, role: 'superuser', createdAt: 1 })
    return { company: it, userId: id! }
  })
  company = made.company
  userId = made.userId
})

afterAll(() => test.close())

it('a company comes with its root unit', async () => {
  expect(await listCompanies(test.database)).toEqual([company])
  const units = await test.database.inCompany(company.companyId, (tx) =>
    tx.db.selectFrom('org_unit').select(['org_unit_id', 'name', 'parent_id', 'timezone']).execute(),
  )
  expect(units).toEqual([
    { org_unit_id: company.rootOrgUnitId, name: 'Ash', parent_id: null, timezone: 'Europe/Zurich' },
  ])
})

it('nothing of a company is left when its founding fails', async () => {
  const failing = foundCompany(test.database, { name: 'Birch', timezone: 'UTC', createdAt: 1 }, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await listCompanies(test.database)).toHaveLength(1)
})

it('a user is found by e-mail in any case', async () => {
  const user = await findUserByEmail(test.database, ' EVA.kern@example.COM ')
  expect(user).toMatchObject({ userId, email: 'eva.kern@example.com', mustChangePassword: true })
  expect(await findUserByEmail(test.database, 'eva.kern@example.co')).toBeUndefined()
  expect(await listMemberships(test.database, userId)).toEqual([
    { companyId: company.companyId, companyName: 'Ash', rootOrgUnitId: company.rootOrgUnitId, role: 'superuser' },
  ])
})

it('an e-mail cannot be taken twice', async () => {
  const again = { email: 'eva.kern@EXAMPLE.com', firstName: '', lastName: '', passwordHash: 'other', createdAt: 2 }
  const id = await test.database.inDirectory((tx) => insertUser(tx, { ...again, mustChangePassword: false }))
  expect(id).toBeUndefined()
  expect(await findUserByEmail(test.database, 'eva.kern@example.com')).toMatchObject({ passwordHash: 'hash' })
})

it('a session stands until it expires or ends', async () => {
  const { companyId } = company
  const times = { createdAt: 1_000, lastUsedAt: 1_000, expiresAt: 2_000 }
  const session = { tokenHash: token('a'), of: { userId }, companyId, ...times, ip: '10.0.0.1', userAgent: null }
  const sessionId = await test.database.inDirectory((tx) => insertSession(tx, session))
  expect(await findSession(test.database, token('a'), 1_999)).toMatchObject({ sessionId, userId, role: 'superuser' })
  expect(await findSession(test.database, token('a'), 2_000)).toBeUndefined()
  expect(await findSession(test.database, token('b'), 1_999)).toBeUndefined()
  await touchSession(test.database, sessionId, 1_500, 3_000)
  expect(await findSession(test.database, token('a'), 2_000)).toMatchObject({ lastUsedAt: 1_500, expiresAt: 3_000 })
  await test.database.inDirectory((tx) => endSession(tx, sessionId, 2_100))
  expect(await findSession(test.database, token('a'), 2_200)).toBeUndefined()
})

it('a session ends with the membership, and with all others of its user', async () => {
  const { companyId } = company
  const times = { createdAt: 1_000, lastUsedAt: 1_000, expiresAt: 2_000 }
  const session = { of: { userId }, companyId, ...times, ip: null, userAgent: null }
  for (const word of ['c', 'd']) {
    await test.database.inDirectory((tx) => insertSession(tx, { ...session, tokenHash: token(word) }))
  }
  const membership = 'membership where company_id = $1 and user_id = $2'
  await test.owner.query(`delete from ${membership}`, [companyId, userId])
  expect(await findSession(test.database, token('c'), 1_500)).toBeUndefined()
  await test.database.inDirectory((tx) => insertMembership(tx, { companyId, userId, role: 'user', createdAt: 2 }))
  expect(await findSession(test.database, token('c'), 1_500)).toMatchObject({ role: 'user' })
  const ended = await test.database.inDirectory((tx) => endSessionsOfUser(tx, userId, 1_600))
  expect(ended).toBe(2)
  for (const word of ['c', 'd']) expect(await findSession(test.database, token(word), 1_700)).toBeUndefined()
})

it('a device uuid is held once, by whomever', async () => {
  const { companyId } = company
  const deviceUuid = randomUUID()
  const device = {
    deviceUuid,
    companyId,
    deviceId: 7,
    keyHash: token('key'),
    active: true,
    previousKeyHash: null,
    previousKeyUntil: null,
  }
  await test.database.inCompany(companyId, (tx) => insertDevice(tx, device))
  expect(await findDevices(test.database, [deviceUuid.toUpperCase(), randomUUID()])).toEqual(
    new Map([[deviceUuid, device]]),
  )
  const taken = test.database.inCompany(companyId, (tx) => insertDevice(tx, { ...device, deviceId: 8 }))
  await expect(taken).rejects.toMatchObject({ code: 'device_uuid_taken' })
  await test.database.inCompany(companyId, (tx) => updateDevice(tx, { companyId, deviceId: 7, active: false }))
  expect((await findDevices(test.database, [deviceUuid])).get(deviceUuid)).toEqual({ ...device, active: false })
})

it('what is no uuid is no device, and no error', async () => {
  const names = ['', 'x', `{${randomUUID()}}`, randomUUID().replaceAll('-', ''), "' or true --"]
  expect(await findDevices(test.database, names)).toEqual(new Map())
})

it('servers that ask for a secret at the same time get the same one', async () => {
  const requests = Array.from({ length: 8 }, () =>
    installationSecret(test.open({ poolSize: { ask: 1 } }), 'signing_key'),
  )
  const secrets = (await Promise.all(requests)).map((secret) => secret.toString('hex'))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toHaveLength(64)
  expect((await installationSecret(test.database, 'another')).toString('hex')).not.toBe(secrets[0])
})

it('forgets what is over long ago, and nothing that stands', async () => {
  const at = 1_000_000
  const keys = ['old', 'late'].map((word) => token(word))
  for (const [i, windowAt] of [at - 1, at].entries()) {
    await countAttempt(test.database, [{ key: keys[i]!, windowAt, windowMs: 1 }], at)
  }
  const code = { kind: 'reset', userId, createdAt: 1 } as const
  for (const expiresAt of [at - 1, at]) {
    await test.database.inDirectory((tx) => insertCode(tx, { ...code, codeHash: token(`c${expiresAt}`), expiresAt }))
  }
  for (const [sentAt, idempotencyKey] of [
    [at - 1, 'old'],
    [at, 'late'],
    [null, 'waiting'],
  ] as const) {
    await test.owner.query(
      `insert into mail (recipient, subject, idempotency_key, created_at, due_at, sent_at) values ('a@b.example', 's', $1, 1, 1, $2)`,
      [idempotencyKey, sentAt],
    )
  }
  await deleteAttemptsBefore(test.database, at)
  await deleteCodesBefore(test.database, at)
  await deleteMailBefore(test.database, at)
  const left = async (text: string) => (await test.owner.query(text)).rows.map((row) => String(Object.values(row)[0]))
  expect(await left('select window_at from attempt')).toEqual([String(at)])
  expect(await left('select expires_at from one_time_code')).toEqual([String(at)])
  expect(await left('select idempotency_key from mail order by 1')).toEqual(['late', 'waiting'])
})

it('the installation keeps notes', async () => {
  expect(await readInstallation(test.database, 'demo')).toBeUndefined()
  await writeInstallation(test.database, 'demo', { weeks: 3 })
  await writeInstallation(test.database, 'demo', { weeks: 4 })
  expect(await readInstallation(test.database, 'demo')).toEqual({ weeks: 4 })
})

it('nothing is due in a company without machines', async () => {
  expect(await dueCompanies(test.database, 10)).toEqual([])
})

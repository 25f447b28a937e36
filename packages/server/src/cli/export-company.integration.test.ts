import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

const awkward = `=SUM(A1:A9)","'; -- \u2028 {"end":true} äöü 🙂`
const lines = 'first\nsecond\r\n"third"\t=SUM(B1)'
let db: TestDatabase
let t: InjectApp
let folder: string

beforeAll(async () => {
  db = await testDatabase()
  t = await injectApp({ db, isDemo: async () => true })
  folder = mkdtempSync(join(tmpdir(), 'millwatch-export-'))
})
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('an export is all of one company, a line of JSON per row, and nothing that lets anybody in', async () => {
  const acme = await companyWithPeople(t, 'acme')
  const globex = await companyWithPeople(t, 'globex')
  const secrets: string[] = []
  for (const company of [acme, globex]) {
    const token = await t.signIn(company.emailOf('superuser'))
    const machine = await machineWithDevice(t, token, company.rootOrgUnitId, `${awkward} of ${company.name}`)
    await machine.send([{ t: Date.now() - 1000, type: 'cycle', cycle_time: 1.5 }])
    await t.call('POST', '/v0/client-errors', { token, body: { version: '1', route: '/', message: 'x', stack: lines } })
    await t.call('POST', '/v0/password/request', { body: { username: company.emailOf('user') } })
    const body = { name: 'program', expires_at: new Date(Date.now() + 86_400_000).toISOString() }
    const { key } = (await t.call('POST', '/v0/api_keys', { token, body })).json as { key: string }
    secrets.push(token, machine.key, key)
  }
  await t.app.settleMail()
  // From here on there is no background work, so later counts equal the exported ones.
  await t.close()
  const kept = await t.db.owner.query<{ secret: string }>(
    `select encode(token_hash, 'hex') as secret from session union select encode(key_hash, 'hex') from api_key
     union select encode(key_hash, 'hex') from device_directory union select encode(code_hash, 'hex') from one_time_code
     union select password_hash from app_user union select substring(body from 'resetToken=([A-Za-z0-9_-]+)') from mail`,
  )
  secrets.push(...kept.rows.map(({ secret }) => secret))
  expect(secrets.filter((secret) => secret?.length > 20).length).toBeGreaterThan(15)

  const file = join(folder, 'acme.ndjson')
  const printed = await millwatch(t, 'company', 'export', String(acme.companyId), file)
  const text = readFileSync(file, 'utf8')
  const [head, ...rest] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const end = rest.pop()
  expect(head).toMatchObject({ format: 1, company: { id: acme.companyId, name: 'acme' } })
  expect(printed.join()).toContain(`${rest.length} rows written`)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const counted: Record<string, number> = {}
  for (const { table } of rest) counted[table] = (counted[table] ?? 0) + 1
  expect(Object.fromEntries(Object.entries(end.rows).filter(([, rows]) => rows !== 0))).toEqual(counted)
  expect(Object.keys(counted).length).toBeGreaterThan(15)
  expect(counted.app_user).toBe(3)
  for (const [table, rows] of Object.entries(counted)) {
    if (table === 'app_user') continue
    const there = await t.db.owner.query(`select count(*)::int as n from ${table} where company_id = $1`, [
      acme.companyId,
    ])
    expect([table, rows]).toEqual([table, there.rows[0].n])
  }
  const row = (table: string) => rest.find((line) => line.table === table).row
  expect(row('equipment').name).toBe(`${awkward} of acme`)
  // As stored: a carriage return has become a space.
  expect(row('client_error').stack).toBe(lines.replace('\r', ' '))
  expect(row('event')).toMatchObject({ cycle_ms: 1500 })

  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/argon2|resetToken|"(password|token|key|code)_hash"/)
  expect(text).not.toContain('globex')
})

test('a file that is there is left alone, and one that could not be written is not there', async () => {
  const file = join(folder, 'there')
  writeFileSync(file, 'mine')
  await expect(millwatch(t, 'company', 'export', '1', file)).rejects.toThrow(/is there already/)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  await expect(millwatch(t, 'company', 'export', '999999', join(folder, 'none'))).rejects.toThrow(/no company/)
  await expect(millwatch(t, 'company', 'export', '1', join(folder, 'no', 'folder'))).rejects.toThrow(
    /its folder is not there.*ENOENT/,
  )
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

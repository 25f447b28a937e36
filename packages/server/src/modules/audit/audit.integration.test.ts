import * as audit from '@millwatch/contract/http/audit'
import { createPart, deletePart } from '@millwatch/contract/http/parts'
import { createOrgUnit, removeOrgUnit, updateOrgUnit } from '@millwatch/contract/http/tree'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { recordAudit } from '../../platform/audit/store.ts'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'

const startAt = Date.UTC(2026, 5, 10, 12)

const clock = manualClock(startAt)
const { t, company: acme, token: admin } = await appWithCompany({ clock })
const globex = await companyWithPeople(t, 'globex')
const foreign = await t.signIn(globex.emailOf('superuser'))

const iso = (at: number) => new Date(at).toISOString()
const list = (query: object = {}, token = admin) => t.ask(audit.listAudit, { token, query })
const download = (query: string, token = admin) => t.call('GET', `/v0/audit/export?${query}`, { token })

async function newUnit(name: string): Promise<number> {
  const body = { name, parent_id: acme.rootOrgUnitId }
  return (await t.ask(createOrgUnit, { token: admin, body })).orgUnit.id
}

/** As `n` things of the past that were done by the program itself. */
async function past(n: number, subject: string): Promise<void> {
  await asSystem({ database: t.db.database, clock }, acme.companyId, async (ctx) => {
    for (let i = 0; i < n; i++) await recordAudit(ctx, { operation: 'tag.create', subject, after: { i } })
  })
}

describe('the log', () => {
  test('says who did what, from where, and what it was before and after', async () => {
    const id = await newUnit('Hall')
    clock.advance(1000)
    await t.ask(updateOrgUnit, { token: admin, params: { id }, body: { name: 'North hall' } })
    const { entries } = await list({ subject: `org_unit/${id}` })
    expect(entries).toMatchObject([
      {
        operation: 'org_unit.update',
        occurred_at: iso(clock.now()),
        actor: 'user',
        actor_name: 'admin acme',
        ip: '127.0.0.1',
        before: { name: 'Hall' },
        after: { name: 'North hall' },
      },
      { operation: 'org_unit.create', before: null },
    ])
    expect(entries[0]?.session_id).toBeGreaterThan(0)
    expect(entries[0]?.actor_id).toBeGreaterThan(0)
  })

  test('names a person without a name by the e-mail address', async () => {
    const unnamed = await companyWithPeople(t, 'unnamed')
    const token = await t.signIn(unnamed.emailOf('admin'))
    await t.db.owner.query("update app_user set first_name = '', last_name = '' where email = $1", [
      unnamed.emailOf('admin'),
    ])
    const body = { name: 'Hall', parent_id: unnamed.rootOrgUnitId }
    const { orgUnit } = await t.ask(createOrgUnit, { token, body })
    const { entries } = await list({ subject: `org_unit/${orgUnit.id}` }, token)
    expect(entries[0]?.actor_name).toBe(unnamed.emailOf('admin'))
  })

  test('names Millwatch itself, and nobody where nobody is known any more', async () => {
    await past(1, 'tag/1')
    expect((await list({ subject: 'tag/1' })).entries[0]).toMatchObject({
      actor: 'system',
      actor_id: null,
      actor_name: 'Millwatch',
    })
    await t.db.owner.query(
      `insert into audit_entry (company_id, occurred_at, operation, subject, actor, actor_id, user_id)
       values ($1, $2, 'tag.create', 'tag/2', 'user', 99999999, 99999999)`,
      [acme.companyId, clock.now()],
    )
    expect((await list({ subject: 'tag/2' })).entries[0]).toMatchObject({ actor: 'user', actor_name: null })
  })

  test('names what entries are about, also when it was removed, and nothing of another company', async () => {
    const hall = await newUnit('Named hall')
    const wing = (await t.ask(createOrgUnit, { token: admin, body: { name: 'Wing', parent_id: hall } })).orgUnit.id
    const named = async (subject: string, token = admin) => (await list({ subject }, token)).entries[0]?.names
    expect(await named(`org_unit/${wing}`)).toEqual({
      [`org_unit/${wing}`]: { name: 'Wing', removed: false },
      [`org_unit/${hall}`]: { name: 'Named hall', removed: false },
    })
    await t.ask(removeOrgUnit, { token: admin, params: { id: wing } })
    expect(await named(`org_unit/${wing}`)).toMatchObject({ [`org_unit/${wing}`]: { name: 'Wing', removed: true } })
    const { id } = (await t.ask(createPart, { token: admin, body: { number: 'Belt 7' } })).part
    expect(await named(`part/${id}`)).toMatchObject({ [`part/${id}`]: { name: 'Belt 7', removed: false } })
    await t.ask(deletePart, { token: admin, params: { id } })
    expect(await named(`part/${id}`)).toMatchObject({ [`part/${id}`]: { name: 'Belt 7', removed: true } })
    // An entry of the other company that has the id of this one's unit.
    await t.db.owner.query(
      `insert into audit_entry (company_id, occurred_at, operation, subject, actor, after)
       values ($1, $2, 'org_unit.update', $3, 'system', $4)`,
      [globex.companyId, clock.now(), `org_unit/${hall}`, { parentId: hall, companyId: acme.companyId }],
    )
    expect(await named(`org_unit/${hall}`, foreign)).toEqual({})
  })

  test('is filtered by time, operation, user and subject', async () => {
    clock.advance(HOUR_MS)
    const from = clock.now()
    const id = await newUnit('Filtered')
    clock.advance(HOUR_MS)
    await newUnit('Later')
    const seen = async (query: object) =>
      (await list({ from: iso(from), ...query })).entries.map((entry) => entry.operation)
    expect(await seen({})).toEqual(['org_unit.create', 'org_unit.create'])
    expect(await seen({ to: iso(from + 1) })).toEqual(['org_unit.create'])
    expect(await seen({ to: iso(from) })).toEqual([])
    expect(await seen({ operation: 'org_unit.update' })).toEqual([])
    expect(await seen({ subject: 'org_unit' })).toHaveLength(2)
    expect(await seen({ subject: `org_unit/${id}` })).toHaveLength(1)
    expect(await seen({ subject: 'org' })).toEqual([])
    const userId = (await list({ subject: `org_unit/${id}` })).entries[0]?.actor_id
    expect(await seen({ user_id: userId })).toHaveLength(2)
    expect(await seen({ user_id: 99_999_999 })).toEqual([])
  })

  test('comes in pages that meet, also where entries are of one instant', async () => {
    await past(25, 'tag/3')
    const ids: number[] = []
    for (let before: number | null = 0; before !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({
        subject: 'tag/3',
        limit: 10,
        ...(before === 0 ? {} : { before }),
      })
      ids.push(...page.entries.map((entry) => entry.id))
      before = page.next_before
    }
    expect(ids).toHaveLength(25)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  })

  test('offers the operations it may hold, and is for admins of the company only', async () => {
    const { operations } = await list()
    expect(operations).toContain('org_unit.create')
    expect(operations).toContain('company.create')
    expect(operations).not.toContain('org_unit.read')
    const user = await t.signIn(acme.emailOf('user'))
    for (const path of ['/v0/audit', '/v0/audit/export'])
      expect((await t.call('GET', path, { token: user })).status).toBe(403)
    expect(JSON.stringify(await list({}, foreign))).not.toContain('acme')
    expect((await download('format=json', foreign)).text).not.toContain('acme')
    const [ownEntry] = (await list()).entries
    expect((await list({ before: ownEntry?.id }, foreign)).entries).toEqual([])
  })

  test.each(['from=2026', 'limit=0', 'limit=201', 'subject=%27', 'operation=A', 'format=xml', 'other=1'])(
    'refuses %s',
    async (query) => {
      const path = query.startsWith('format') ? '/v0/audit/export' : '/v0/audit'
      expect((await t.call('GET', `${path}?${query}`, { token: admin })).status).toBe(400)
    },
  )
})

describe('the log as a file', () => {
  test('is whole and in order, in CSV and in JSON, however many pages it takes', async () => {
    await past(2_500, 'tag/4')
    const csv = await download('subject=tag/4')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="audit-${iso(clock.now()).slice(0, 10)}.csv"`)
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe(audit.auditColumns.join(','))
    expect(lines).toHaveLength(2_501)
    expect(lines.slice(1).map((line) => Number(/""i"":(\d+)/.exec(line)?.[1]))).toEqual([...Array(2_500).keys()])
    const json = await download('subject=tag/4&format=json')
    const { entries } = json.json as { entries: { after: { i: number } }[] }
    expect(entries.map((entry) => entry.after.i)).toEqual([...Array(2_500).keys()])
    expect((await download('subject=tag/999999')).text).toBe(`${audit.auditColumns.join(',')}\r\n`)
  })

  test('holds no formula, whatever people call their things', async () => {
    for (const name of ['=HYPERLINK("http://evil.example")', '+1', '-1', '@x', 'a;=1+1', '"=1']) await newUnit(name)
    const body = { first_name: '=cmd|calc', last_name: '@SUM(1)' }
    await t.db.owner.query('update app_user set first_name = $1, last_name = $2 where email = $3', [
      body.first_name,
      body.last_name,
      acme.emailOf('admin'),
    ])
    const { text } = await download('operation=org_unit.create')
    for (const separator of [',', ';', '\t'])
      for (const cell of text.split(/\r?\n/).flatMap((line) => line.split(separator)))
        expect(cell).not.toMatch(/^["\s]*[=+\-@]/)
    expect(text).toContain("'=cmd|calc")
  })
})

import { getCompany } from '@millwatch/contract/http/company'
import { DAY_MS } from '@millwatch/domain/time'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, machineWithDevice, password } from '@millwatch/lab/app/inject-app'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeDueCompanies } from '../modules/company/remove-companies.ts'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'

const clock = manualClock(Date.parse('2026-05-04T08:00:00Z'))
const t = await openApp({ clock })
let count = 0

/** Makes a company with some of every kind of data, by its API calls. */
async function lively(name: string) {
  const company = await companyWithPeople(t, name)
  const id = String(company.companyId)
  const token = await t.signIn(company.emailOf('superuser'))
  const machine = await machineWithDevice(t, token, company.rootOrgUnitId, `${name} machine`)
  const at = clock.now() - 3_600_000
  const cycles = [0, 1, 2].map((i) => ({ t: at + i * 1000, type: 'cycle', cycle_time: 1 }))
  await machine.send([...cycles, { t: at + 5000, type: 'tlm', temperature_1: 20 }, { t: at, type: 'nonsense' }])
  const must = async (method: 'POST' | 'PUT', path: string, body: object, as = token) => {
    const answer = await t.call(method, path, { token: as, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json as Record<string, { id: number }>
  }
  await must('POST', '/v0/o', { name: `${name} hall`, parent_id: company.rootOrgUnitId })
  await must('POST', '/v0/reasons', { reason: `${name} reason` })
  const { tag } = await must('POST', '/v0/tags', { name: `${name} tag`, groupName: `${name} group` })
  await must('POST', '/v0/runs', { equipId: machine.id, tags: [tag?.id] })
  await must('POST', '/v0/equip/categories', { name: `${name} category` })
  const { roster } = await must('POST', '/v0/rosters', { name: `${name} group` })
  const { user } = (await t.call('GET', '/v0/user', { token })).json as { user: { id: number } }
  await must('POST', `/v0/rosters/${roster?.id}/users`, { user_id: user.id })
  const addin = { name, index_url: 'https://x.example/', equipment_enabled: true, org_unit_enabled: true }
  await must('POST', '/v0/addins', addin)
  await must('POST', '/v0/client-errors', { version: '1', route: '/', message: name })
  await millwatch(t, 'notify', '--title', name, '--detail', name, '--company', id)
  const news = (await t.call('GET', '/v0/notifications', { token })).json as { notifications: { id: number }[] }
  await must('POST', '/v0/notifications/ack', {
    notificationIds: news.notifications.map((notification) => notification.id),
  })
  const expires_at = new Date(clock.now() + DAY_MS).toISOString()
  await must('POST', '/v0/api_keys', { name, expires_at })
  const kiosk = {
    name,
    page: 'unit',
    org_unit_id: company.rootOrgUnitId,
    may_give_reasons: false,
    may_count_scrap: false,
  }
  await must('POST', '/v0/kiosks', kiosk)
  await must('POST', '/v0/password/request', { username: company.emailOf('user') }, '')
  await t.app.settleMail()
  return { ...company, id, token, machine }
}
type Lively = Awaited<ReturnType<typeof lively>>

/** Returns the number of a company's rows and a checksum of them, by table. */
async function holdings(companyId: number): Promise<Record<string, { rows: number; digest: string }>> {
  const tables = await t.db.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const found: Record<string, { rows: number; digest: string }> = {}
  for (const { name } of tables.rows) {
    const { rows } = await t.db.owner.query(
      `select count(*)::int as rows, coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as digest
       from ${name} x where company_id = $1`,
      [companyId],
    )
    found[name] = rows[0]
  }
  return found
}
const peopleOf = async (name: string): Promise<number> =>
  (await t.db.owner.query(`select count(*)::int as n from app_user where email like $1`, [`%@${name}.example`])).rows[0]
    .n
const send = async ({ machine }: Lively) => {
  const body = { batch_id: `c-${++count}`, events: [{ t: clock.now(), type: 'cycle' }] }
  return (await t.call('POST', '/v0/ingest', { headers: { authorization: machine.authorization }, body })).status
}
const signIn = async (company: Lively) =>
  (await t.call('POST', '/v0/sessions', { body: { username: company.emailOf('user'), password } })).status

let acme: Lively
let globex: Lively
beforeEach(async () => {
  count++
  acme = await lively(`acme${count}`)
  globex = await lively(`globex${count}`)
  // No background work on their data is left.
  await t.app.flow.rollUp()
})

describe('a company', () => {
  test('is described and switched by the operator, and each change is written down', async () => {
    const words = [
      '--street',
      'Mill Lane 1',
      '--zip',
      '61101',
      '--phone',
      '+1 815 555 0100',
      '--email',
      'poc@acme.example',
    ]
    expect(await millwatch(t, 'company', 'set', acme.id, ...words)).toContain('street  "Mill Lane 1"')
    await millwatch(t, 'company', 'set', acme.id, '--zip', '', '--name', 'Acme "Tools"')
    await millwatch(t, 'flags', acme.id, 'header_color', 'black')
    expect(await millwatch(t, 'flags', acme.id, 'scrap_enabled', 'on')).toEqual(['scrap_enabled   on'])
    const { company } = await t.ask(getCompany, { token: acme.token })
    expect(company).toMatchObject({
      name: 'Acme "Tools"',
      tree: { name: 'Acme "Tools"' },
      street_address: 'Mill Lane 1',
      zip_code: null,
      poc_phone_number: '+1 815 555 0100',
      poc_email: 'poc@acme.example',
      config: { header_color: 'black', scrap_enabled: true, favorites: false },
    })
    await millwatch(t, 'flags', acme.id, 'header_color', 'default')
    expect(await millwatch(t, 'flags', acme.id)).toEqual([
      'header_color    default',
      'device_outputs  off',
      'operator_view   off',
      'favorites       off',
      'scrap_enabled   on',
    ])
    expect((await t.ask(getCompany, { token: globex.token })).company.config.scrap_enabled).toBe(false)
    const { rows } = await t.db.owner.query(
      `select operation, actor from audit_entry where company_id = $1 and operation in ('company.describe', 'company.flag')`,
      [acme.companyId],
    )
    expect(rows).toHaveLength(5)
    expect(new Set(rows.map((row) => row.actor))).toEqual(new Set(['system']))
    await expect(millwatch(t, 'flags', acme.id, 'pink', 'on')).rejects.toThrow(/There is no flag pink/)
    await expect(millwatch(t, 'flags', acme.id, 'favorites', 'yes')).rejects.toThrow(/one of: on, off/)
    await expect(millwatch(t, 'flags', '999999', 'favorites', 'on')).rejects.toThrow(/no company 999999/)
    await expect(millwatch(t, 'company', 'set', acme.id, '--name', ' ')).rejects.toThrow(/1 to 120/)
    await expect(millwatch(t, 'company', 'suspend', 'x')).rejects.toThrow('misused')
  })

  test('that is suspended lets nobody in, until it is resumed', async () => {
    expect(await send(acme)).toBe(200)
    await millwatch(t, 'company', 'suspend', acme.id)
    clock.advance(1001)
    expect((await t.call('GET', '/v0/company', { token: acme.token })).status).toBe(401)
    expect(await signIn(acme)).toBe(401)
    expect(await send(acme)).toBe(401)
    expect([await signIn(globex), await send(globex)]).toEqual([200, 200])
    expect((await millwatch(t, 'company', 'list')).join()).toMatch(
      new RegExp(`${acme.id}  "acme\\d+"  suspended since`),
    )

    await millwatch(t, 'company', 'resume', acme.id)
    clock.advance(1001)
    expect([await signIn(acme), await send(acme)]).toEqual([200, 200])
    expect((await t.call('GET', '/v0/company', { token: acme.token })).status).toBe(401)
  })

  test('that is not suspended is not resumed', async () => {
    const before = await holdings(acme.companyId)
    await expect(millwatch(t, 'company', 'resume', acme.id)).rejects.toThrow(
      `acme${count} is not suspended. Nothing was changed.`,
    )
    expect(await holdings(acme.companyId)).toEqual(before)
  })

  test('that is removed leaves nothing, and nothing of another changes', async () => {
    const name = `acme${count}`
    const shared = acme.emailOf('admin')
    await millwatch(t, 'user', 'create', shared, '--company', globex.id)
    await t.db.owner.query('update app_user set default_company_id = $1 where email = $2', [acme.companyId, shared])
    const [ofAcme, before] = [await holdings(acme.companyId), await holdings(globex.companyId)]
    const held = Object.entries(ofAcme).filter(([, { rows }]) => rows > 0)
    expect(held.length).toBeGreaterThan(25)
    await expect(millwatch(t, 'company', 'delete', acme.id, '--confirm', 'Acme', '--now')).rejects.toThrow(/is called/)
    expect(await holdings(acme.companyId)).toEqual(ofAcme)

    const lines = await millwatch(t, 'company', 'delete', acme.id, '--confirm', name, '--now')
    const left = Object.entries(await holdings(acme.companyId)).filter(([, { rows }]) => rows > 0)
    expect(left).toEqual([])
    expect(await holdings(globex.companyId)).toEqual(before)
    // Two people were in this company only; the third is in the other one, too.
    expect(await peopleOf(name)).toBe(1)
    const kept = await t.db.owner.query('select default_company_id from app_user where email = $1', [shared])
    expect(kept.rows).toEqual([{ default_company_id: null }])
    const { rows: mails } = await t.db.owner.query('select recipient from mail where recipient like $1', [
      `%@${name}.example`,
    ])
    expect(mails.filter(({ recipient }) => recipient !== shared)).toEqual([])

    const printed = new Map(
      lines.slice(0, -1).map((line) => [line.split(' ')[0] ?? '', Number(/(\d+) rows?$/.exec(line)?.[1])]),
    )
    // The deletion adds an audit entry, which is removed with the rest.
    for (const [table, { rows }] of held)
      expect([table, printed.get(table)]).toEqual([table, rows + (table === 'audit_entry' ? 1 : 0)])
    expect(printed.get('app_user')).toBe(2)
    clock.advance(1001)
    expect([await send(acme), await send(globex)]).toEqual([401, 200])
    expect((await t.call('GET', '/v0/company', { token: globex.token })).status).toBe(200)
  })

  test('that is to be removed is suspended for 30 days, and had back until then', async () => {
    const name = `acme${count}`
    const before = Object.fromEntries(
      Object.entries(await holdings(acme.companyId)).map(([key, { rows }]) => [key, rows]),
    )
    await millwatch(t, 'company', 'delete', acme.id, '--confirm', name)
    clock.advance(1001)
    expect(await signIn(acme)).toBe(401)
    await expect(millwatch(t, 'company', 'resume', acme.id)).rejects.toThrow(/company restore/)
    const removing = { database: t.db.database, clock, logger: silentLogger }
    clock.advance(29 * DAY_MS)
    await removeDueCompanies(removing)
    await millwatch(t, 'company', 'restore', acme.id)
    await expect(millwatch(t, 'company', 'restore', acme.id)).rejects.toThrow(/not to be removed/)
    clock.advance(2 * DAY_MS)
    await removeDueCompanies(removing)
    expect([await signIn(acme), await send(acme)]).toEqual([200, 200])
    const after = await holdings(acme.companyId)
    for (const table of ['event', 'equipment', 'membership', 'roster_user'])
      expect(after[table]?.rows).toBeGreaterThanOrEqual(before[table] ?? 0)

    await millwatch(t, 'company', 'delete', acme.id, '--confirm', name)
    clock.advance(30 * DAY_MS)
    await removeDueCompanies(removing)
    expect(Object.entries(await holdings(acme.companyId)).filter(([, { rows }]) => rows > 0)).toEqual([])
    expect(await peopleOf(name)).toBe(0)
  })

  test('is removed although a server stores a shift of it meanwhile', async () => {
    await millwatch(t, 'company', 'delete', acme.id, '--confirm', `acme${count}`)
    clock.advance(30 * DAY_MS)
    const other = await t.db.owner.connect()
    await other.query('begin')
    // The removal has deleted the shifts when it comes to the machine, and waits there for the end of this transaction.
    const at = clock.now()
    await other.query(
      `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone) values ($1, $2, 1, $3, $4, 'UTC')`,
      [acme.companyId, acme.machine.id, at + DAY_MS, at + 2 * DAY_MS],
    )
    const removing = removeDueCompanies({ database: t.db.database, clock, logger: silentLogger })
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%remove_company%'`
    await expect.poll(async () => (await t.db.owner.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
    await other.query('commit')
    other.release()
    await removing
    expect(Object.entries(await holdings(acme.companyId)).filter(([, { rows }]) => rows > 0)).toEqual([])
  })

  test('that is to be removed stays so for whoever suspends it at the same time', async () => {
    const due = clock.now() + 30 * DAY_MS
    const other = await t.db.owner.connect()
    await other.query('begin')
    const deletion = 'update company set suspended_at = $2, delete_due_at = $3 where company_id = $1'
    await other.query(deletion, [acme.companyId, clock.now(), due])
    const suspending = millwatch(t, 'company', 'suspend', acme.id)
    const isWaiting = async () =>
      (
        await t.db.owner.query(
          `select from pg_locks where locktype = 'tuple'
             and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rowCount
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1)
    await other.query('commit')
    other.release()
    await suspending
    const { rows } = await t.db.owner.query('select delete_due_at from company where company_id = $1', [acme.companyId])
    expect(Number(rows[0].delete_due_at)).toBe(due)
  })

  test('is not removed by whoever has the connection of the program, unless its time is over', async () => {
    const remove = () =>
      t.db.database.inDirectory((tx) =>
        tx.prepared({ name: 'test.remove', text: 'select * from remove_company($1, $2)' }, [
          acme.companyId,
          clock.now(),
        ]),
      )
    await expect(remove()).rejects.toThrow(/is not due/)
    await millwatch(t, 'company', 'suspend', acme.id)
    await expect(remove()).rejects.toThrow(/is not due/)
    await millwatch(t, 'company', 'delete', acme.id, '--confirm', `acme${count}`)
    await expect(remove()).rejects.toThrow(/is not due/)
  })
})

describe('people', () => {
  test('are made with a first password, or as they are known', async () => {
    const email = `new${count}@acme.example`
    const lines = await millwatch(t, 'user', 'create', email, '--company', acme.id, '--role', 'admin', '--first', 'Nia')
    const [, first = ''] = /once: (\S+)$/.exec(lines[1] ?? '') ?? []
    const answer = await t.call('POST', '/v0/sessions', { body: { username: email, password: first } })
    expect([answer.status, answer.json]).toMatchObject([200, { must_change_password: true, user: { is_admin: true } }])
    const output = await millwatch(t, 'user', 'create', email.toUpperCase(), '--company', globex.id)
    expect(output[0]).toBe(`${email} is a member of company ${globex.id}, as user.`)
    expect(output[1]).toBe('This person is known already and signs in as before.')
    await expect(millwatch(t, 'user', 'create', email, '--company', acme.id)).rejects.toThrow(/in this company already/)
    const [made] = await millwatch(t, 'company', 'create', ' Initech ', '--admin', email.toUpperCase())
    expect(made).toMatch(new RegExp(`^Company "Initech" \\(\\d+\\) is made, with ${email} as its superuser.$`))
    await expect(millwatch(t, 'user', 'create', 'nobody', '--company', acme.id)).rejects.toThrow(/Not an e-mail/)
    await expect(millwatch(t, 'user', 'create', 'a@b.example', '--company', '999999')).rejects.toThrow(/no company/)
    await expect(millwatch(t, 'user', 'create', 'a@b.example', '--company', acme.id, '--role', 'king')).rejects.toThrow(
      'misused',
    )
  })

  test('are reset: one password, good once, and every session ends', async () => {
    const username = acme.emailOf('superuser')
    const lines = await millwatch(t, 'user', 'reset', username)
    const [, once = ''] = /once: (\S+)$/.exec(lines[1] ?? '') ?? []
    clock.advance(1001)
    expect((await t.call('GET', '/v0/company', { token: acme.token })).status).toBe(401)
    expect((await t.call('POST', '/v0/sessions', { body: { username, password } })).status).toBe(401)
    const answer = await t.call('POST', '/v0/sessions', { body: { username, password: once } })
    expect(answer.json).toMatchObject({ must_change_password: true })
    const { token } = answer.json as { token: string }
    expect((await t.call('GET', '/v0/company', { token })).status).toBe(403)
    const { rows } = await t.db.owner.query(`select company_id from audit_entry where operation = 'user.reset'`)
    expect(rows).toEqual([{ company_id: acme.companyId }])
    await expect(millwatch(t, 'user', 'reset', 'nobody@acme.example')).rejects.toThrow(/Nobody has the e-mail/)
  })
})

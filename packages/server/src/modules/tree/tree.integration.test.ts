import { getCompany } from '@millwatch/contract/http/company'
import {
  createEquipment,
  createOrgUnit,
  getOrgUnit,
  updateEquipment,
  updateOrgUnit,
} from '@millwatch/contract/http/tree'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'

const { t, root, token } = await appWithCompany({ timezone: 'Europe/Zurich' })

const addUnit = async (name: string, parent_id = root) =>
  (await t.ask(createOrgUnit, { token, body: { name, parent_id } })).orgUnit
const rename = (kind: 'o' | 'e', id: number, body: object) => t.call('PUT', `/v0/${kind}/${id}`, { token, body })

describe('units and machines', () => {
  test('are added under a unit, and renamed', async () => {
    const hall = await addUnit('Hall')
    expect(hall).toEqual({
      id: hall.id,
      name: 'Hall',
      org_unit_type_id: 2,
      active: true,
      parent_id: root,
      timezone: null,
      actual_timezone: 'Europe/Zurich',
      target_pct: null,
      actual_target_pct: 80,
    })
    const { equip } = await t.ask(createEquipment, { token, body: { name: 'Press', parent_id: hall.id } })
    expect(equip).toMatchObject({ id: equip.id, name: 'Press', active: true, parent_org_unit_id: hall.id })
    const renamed = await t.ask(updateEquipment, { token, params: { id: equip.id }, body: { name: 'Press 1' } })
    expect(renamed.equip).toEqual({ ...equip, name: 'Press 1' })
    const { orgUnit } = await t.ask(updateOrgUnit, { token, params: { id: hall.id }, body: { name: 'Hall 2' } })
    expect(orgUnit).toEqual({ ...hall, name: 'Hall 2' })
  })

  test('form at most 32 levels, and the answer at each of them is right', async () => {
    let deepest = { id: root }
    for (let level = 2; level <= 32; level++) deepest = await addUnit(`Level ${level}`, deepest.id)
    const add = (parent_id: number) => t.call('POST', '/v0/o', { token, body: { name: 'Too deep', parent_id } })
    expect(await add(deepest.id)).toMatchObject({ status: 409, json: { code: 'tree_too_deep' } })
    await t.ask(createEquipment, { token, body: { name: 'Deep', parent_id: deepest.id } })
    expect((await t.call('GET', '/v0/company', { token })).status).toBe(200)
  })

  test('are limited in number, with the reason', async () => {
    const { companyId, rootOrgUnitId, emailOf } = await companyWithPeople(t, 'full')
    const full = await t.signIn(emailOf('admin'))
    const body = { name: 'One more', parent_id: rootOrgUnitId }
    const add = async (path: string) => (await t.call('POST', path, { token: full, body })).json
    const ids = [companyId, rootOrgUnitId]
    await t.db.owner.query(
      `insert into org_unit (company_id, parent_id, org_unit_type_id, name, created_at)
       select $1, $2, 2, 'Many', 0 from generate_series(2, 5000)`,
      ids,
    )
    expect(await add('/v0/o')).toMatchObject({ code: 'units_full' })
    await t.db.owner.query(
      `insert into equipment (company_id, parent_org_unit_id, name, created_at)
       select $1, $2, 'Many', 0 from generate_series(1, 20000)`,
      ids,
    )
    expect(await add('/v0/e')).toMatchObject({ code: 'equipment_full' })
    await t.db.owner.query(`delete from equipment where company_id = $1 and name = 'Many'`, [companyId])
    await t.db.owner.query(`delete from org_unit where company_id = $1 and name = 'Many'`, [companyId])
    expect(await add('/v0/e')).toMatchObject({ status: 'success' })
  })

  test('keep names as they were written, and refuse what is no name', async () => {
    const odd = ' <b>Fräse</b> "7"; drop table equipment; -- \u{1F600} \u202e '
    expect((await addUnit(odd)).name).toBe(odd)
    const paths = ['/v0/o', '/v0/e', '/v0/equip/categories', '/v0/equip/manufacturers']
    const bodyOf = (path: string, name: unknown) => ({ name, ...(path.includes('equip') ? {} : { parent_id: root }) })
    for (const path of paths) {
      for (const name of ['a\u0000b', 'a\nb', 'a\u0085b', 'x'.repeat(121), 7, null, undefined, ['x']]) {
        const answer = await t.call('POST', path, { token, body: bodyOf(path, name) })
        expect([name, answer.status]).toEqual([name, 400])
        expect(answer.json).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('body/name') })
      }
      for (const name of [
        '',
        '   ',
        '\u00a0',
        '\u200b\u200d',
        '\ufeff',
        '\u3164',
        '\u2800 \u00ad',
        '\u{e0020}',
        '\u0301',
      ]) {
        const answer = await t.call('POST', path, { token, body: bodyOf(path, name) })
        expect([name, answer.status]).toEqual([name, 400])
        expect(answer.json).toMatchObject({ code: 'name_blank', error: 'Name cannot be blank' })
      }
    }
    expect((await addUnit('x'.repeat(120))).name).toHaveLength(120)
  })

  test('inherit the time zone of the nearest unit that has one', async () => {
    const site = await addUnit('Site')
    const line = await addUnit('Line', site.id)
    const zoneOf = async (id: number) => {
      const { orgUnit } = await t.ask(getOrgUnit, { token, params: { id } })
      return [orgUnit.timezone, orgUnit.actual_timezone]
    }
    expect(await zoneOf(line.id)).toEqual([null, 'Europe/Zurich'])
    expect((await rename('o', site.id, { timezone: 'America/New_York' })).status).toBe(200)
    expect(await zoneOf(line.id)).toEqual([null, 'America/New_York'])
    expect((await rename('o', line.id, { timezone: 'Australia/Lord_Howe' })).status).toBe(200)
    expect(await zoneOf(line.id)).toEqual(['Australia/Lord_Howe', 'Australia/Lord_Howe'])
    expect((await rename('o', line.id, { timezone: null })).status).toBe(200)
    expect(await zoneOf(line.id)).toEqual([null, 'America/New_York'])
    for (const timezone of ['Mars/Olympus', '', '+01:00', 'Europe/Zurich ', 5]) {
      expect([timezone, (await rename('o', line.id, { timezone })).status]).toEqual([timezone, 400])
    }
  })

  test('stand in the order people expect', async () => {
    const hall = await addUnit('Sorted')
    for (const name of ['Cell 10', 'Cell 9', 'cell 1']) await addUnit(name, hall.id)
    for (const name of ['M 12', 'M 2']) await t.ask(createEquipment, { token, body: { name, parent_id: hall.id } })
    const { company } = await t.ask(getCompany, { token })
    const sorted = company.tree.children.find((child) => child.name === 'Sorted')
    expect(sorted?.children.map((child) => child.name)).toEqual(['cell 1', 'Cell 9', 'Cell 10'])
    expect(sorted?.equipment).toMatchObject([{ name: 'M 2', current_status: null }, { name: 'M 12' }])
  })

  test('are not put under what is archived', async () => {
    const hall = await addUnit('Archived')
    await t.db.owner.query('update org_unit set active = false where org_unit_id = $1', [hall.id])
    for (const path of ['/v0/o', '/v0/e']) {
      const answer = await t.call('POST', path, { token, body: { name: 'x', parent_id: hall.id } })
      expect([answer.status, answer.json]).toMatchObject([409, { code: 'parent_inactive' }])
    }
    const active = await t.ask(getCompany, { token, query: { activeOnly: true } })
    expect(JSON.stringify(active)).not.toContain('"Archived"')
    expect(JSON.stringify(await t.ask(getCompany, { token }))).toContain('"Archived"')
  })

  test('nothing but what can be changed is changed', async () => {
    const hall = await addUnit('Fixed')
    for (const field of [
      'id',
      'company_id',
      'active',
      'parent_id',
      'created_at',
      'org_unit_type_id',
      '__proto__',
      'constructor',
    ]) {
      const body = JSON.parse(`{"name":"Changed","${field}":1}`)
      expect([field, (await rename('o', hall.id, body)).status]).toEqual([field, 400])
    }
    expect((await t.ask(getOrgUnit, { token, params: { id: hall.id } })).orgUnit.name).toBe('Fixed')
  })

  test('every change is written down with who, what, before and after; asking for no change is none', async () => {
    const hall = await addUnit('Audited')
    await rename('o', hall.id, { name: 'Audited twice', timezone: 'Asia/Tokyo' })
    await rename('o', hall.id, { name: 'Audited twice' })
    await rename('o', hall.id, {})
    const { rows } = await t.db.owner.query(
      'select operation, before, after, user_id, session_id, ip from audit_entry where subject = $1 order by audit_entry_id',
      [`org_unit/${hall.id}`],
    )
    expect(rows).toMatchObject([
      { operation: 'org_unit.create', before: null, after: { name: 'Audited', parentId: root } },
      {
        operation: 'org_unit.update',
        before: { name: 'Audited', timezone: null },
        after: { name: 'Audited twice', timezone: 'Asia/Tokyo' },
      },
    ])
    for (const row of rows) expect([row.user_id, row.session_id, row.ip].every((value) => value !== null)).toBe(true)
  })

  test('what fails leaves no trace', async () => {
    const count = async () => (await t.db.owner.query('select count(*) from audit_entry')).rows[0].count
    const before = await count()
    const sizes = async () => (await t.db.owner.query('select count(*) from org_unit')).rows[0].count
    const units = await sizes()
    expect((await t.call('POST', '/v0/o', { token, body: { name: 'x', parent_id: 999_999 } })).status).toBe(404)
    expect((await t.call('PUT', '/v0/o/999999', { token, body: { name: 'x' } })).status).toBe(404)
    expect([await count(), await sizes()]).toEqual([before, units])
  })
})

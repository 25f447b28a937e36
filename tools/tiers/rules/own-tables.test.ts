import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { ownTables } from './own-tables.ts'

const modules = 'packages/server/src/modules'

describe('rule 3: own tables', () => {
  test('a module writes its own tables and reads those of others', () => {
    const source =
      "export const a = `insert into device (id) select 1 from equipment on conflict (id) do update set x = 1`\nexport const b = 'select 1 from device for update of device'"
    expect(findingsOf(ownTables, { [`${modules}/devices/store.ts`]: source })).toEqual([])
  })

  test.each([
    ["'insert into equipment (name) values ($1)'"],
    ['`with gone as (delete from equipment where id = $1 returning *) select * from gone`'],
    ["'update equipment e set name = $1'"],
    ["'copy equipment (name) from stdin'"],
    ["db.insertInto('equipment')"],
    ["db.updateTable('equipment as e')"],
    ["db.deleteFrom('equipment')"],
  ])('devices with %s fails', (source) => {
    const findings = findingsOf(ownTables, {
      [`${modules}/devices/store.ts`]: `export const f = (db: Db) => ${source}`,
    })
    expect(findings).toEqual([expect.stringContaining('devices writes equipment, which belongs to tree')])
  })

  test('a table without an owner fails', () => {
    const texts = {
      'packages/server/src/platform/tables.ts': 'export interface Tables {\n  mail: E\n  mystery: M\n}',
    }
    expect(findingsOf(ownTables, texts)).toEqual([expect.stringContaining('tables.ts:3 Table mystery has no owner')])
  })

  test('a table that its owner does not define fails', () => {
    const texts = {
      [`${modules}/devices/tables.ts`]:
        "declare module '../../platform/tables.ts' {\n  interface Tables {\n    device: D\n    run: R\n  }\n}",
    }
    expect(findingsOf(ownTables, texts)).toEqual([expect.stringContaining('tables.ts:4 Table run belongs to runs')])
  })
})

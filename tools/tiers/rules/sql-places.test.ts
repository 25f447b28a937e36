import { describe, expect, test } from 'vitest'
import { findingsOf } from './findings.testing.ts'
import { sqlPlaces } from './sql-places.ts'

const tree = 'packages/server/src/modules/tree'
const statement = 'export const text = `select name from org_unit where company_id = $1 and org_unit_id = any($2)`'

describe('rule 3: places of SQL', () => {
  test.each([
    `${tree}/store.ts`,
    `${tree}/queries-tree.ts`,
    `${tree}/tables.ts`,
    'packages/server/src/platform/db/migrate.ts',
    'packages/server/src/verify/gaps.ts',
  ])('SQL in %s is fine', (path) => {
    expect(findingsOf(sqlPlaces, { [path]: `import { sql } from 'kysely'\n${statement}` })).toEqual([])
  })

  test.each([
    ['a select', statement],
    ['a call', "export const text = 'select ensure_partition($1)'"],
    ['a select in capitals', "export const text = 'SELECT name FROM org_unit'"],
    ['an insert', "export const text = 'insert into org_unit (name) values ($1)'"],
    ['an update', "export const text = 'update org_unit as o set name = $1'"],
    ['a with', 'export const text = `with recursive sub (id) as (select 1) select * from sub`'],
    ['a copy', "export const text = 'copy event (a, b) from stdin'"],
    ['a builder', "export const f = (db: Db) => db.selectFrom('org_unit').selectAll()"],
    ['the driver', "import { Pool } from 'pg'"],
    ['the sql tag', "import { sql } from 'kysely'"],
  ])('%s elsewhere fails', (_, source) => {
    expect(findingsOf(sqlPlaces, { [`${tree}/actions.ts`]: source })).toEqual([
      expect.stringContaining('SQL lives only in'),
    ])
  })

  test('an English sentence is no SQL', () => {
    const source =
      "export const text = ['Select a machine', 'select a unit', 'Update the set', 'Delete from here?', 'with love']"
    expect(findingsOf(sqlPlaces, { [`${tree}/actions.ts`]: source })).toEqual([])
  })
})

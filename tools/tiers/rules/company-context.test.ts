import { describe, expect, test } from 'vitest'
import { companyContext } from './company-context.ts'
import { findingsOf } from './findings.testing.ts'

const module = 'packages/server/src/modules/tree'

describe('rule 7: company context', () => {
  test('functions that take a Ctx first, private ones, and constants are fine', () => {
    const source = `export async function a(ctx: Ctx, id: number) {}
      export const b = (ctx: Pick<Ctx, 'tx'>) => 1
      export const c = (ctx: FlowCtx) => 1
      export const none = { a: 1 }
      const d = (id: number) => id`
    expect(
      findingsOf(companyContext, { [`${module}/store.ts`]: source, [`${module}/queries-units.ts`]: source }),
    ).toEqual([])
  })

  test.each([
    ['a bare id', 'export async function findUnit(id: number) {}'],
    ['a bare transaction', 'export async function findUnit(tx: Tx, companyId: number) {}'],
    ['nothing', 'export const findUnit = () => 1'],
    ['an untyped ctx', 'export const findUnit = (ctx) => 1'],
    ['a later export', 'function findUnit(id: number) {}\nexport { findUnit }'],
  ])('a query that takes %s fails', (_, source) => {
    expect(findingsOf(companyContext, { [`${module}/queries.ts`]: source })).toEqual([
      expect.stringContaining('findUnit must take `ctx: Ctx` first'),
    ])
  })

  test('directory tables are read in store-directory files only', () => {
    const source = "export const a = (ctx: Ctx) => 'select name from org_unit join membership using (company_id)'"
    const builder = "export const a = (ctx: Ctx) => ctx.tx.db.selectFrom('session').selectAll()"
    const rest = 'export const open = (db: Database) => db.inDirectory(work)'
    const defined = "export const endSession = databaseRun<[id: number]>('session.end', text)"
    for (const text of [source, builder]) {
      expect(findingsOf(companyContext, { [`${module}/store.ts`]: text })).toEqual([
        expect.stringContaining('read it in a file store-directory*'),
      ])
      expect(
        findingsOf(companyContext, { 'packages/server/src/modules/identity/store-directory-users.ts': text }),
      ).toEqual([])
      expect(findingsOf(companyContext, { 'packages/server/src/db/backup/write-backup.ts': text })).toEqual([])
      expect(findingsOf(companyContext, { 'packages/server/src/db/migrate.ts': text })).toHaveLength(1)
    }
    for (const text of [rest, defined])
      expect(findingsOf(companyContext, { [`${module}/store.ts`]: text })).toContainEqual(
        expect.stringContaining('only files store-directory* call it'),
      )
    expect(
      findingsOf(companyContext, { 'packages/server/src/modules/identity/store-directory-sessions.ts': rest }),
    ).toEqual([])
  })

  test('writing a directory table reads nothing', () => {
    const source = "export const a = (ctx: Ctx) => 'delete from session where company_id = $1'"
    expect(findingsOf(companyContext, { 'packages/server/src/modules/identity/store.ts': source })).toEqual([])
  })
})

import type { Names } from './names.ts'

/**
 * Returns the text of each source file of a new server module, by its path from the root of the repository, without writing any.
 * The module lists and creates objects with a name. The migration is not among the files (`migrationOfModule`).
 */
export function moduleFiles(names: Names): Record<string, string> {
  const folder = `packages/server/src/modules/${names.module}`
  return {
    [`packages/contract/src/http/${names.module}.ts`]: contract(names),
    [`${folder}/index.ts`]: moduleIndex(names),
    [`${folder}/tables.ts`]: tables(names),
    [`${folder}/queries.ts`]: queries(names),
    [`${folder}/store.ts`]: store(names),
    [`${folder}/present.ts`]: present(names),
    [`${folder}/calls.ts`]: calls(names),
    [`${folder}/${names.module}.integration.test.ts`]: test(names),
  }
}

const contract = ({ module, thing }: Names) => `import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Name, Success } from '../shapes/common.ts'

export const ${thing.pascal} = Type.Object({ id: Id, name: Name })

export const list${thing.pascal}s = endpoint('GET', '/v0/${module}', '${module}', {
  operation: '${thing.snake}.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'All of the company, by name',
  shapes: { answer: Type.Object({ status: Success, ${thing.camel}s: Type.Array(${thing.pascal}) }) },
})

export const create${thing.pascal} = endpoint('POST', '/v0/${module}', '${module}', {
  operation: '${thing.snake}.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Adds one',
  shapes: {
    body: Type.Object({ name: Name }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, ${thing.camel}: ${thing.pascal} }),
  },
})
`

const moduleIndex = ({ camel, thing }: Names) => `export { ${camel}Module } from './calls.ts'
export { list${thing.pascal}s, type ${thing.pascal}Row } from './queries.ts'
export { insert${thing.pascal} } from './store.ts'
export type * from './tables.ts'
`

const queries = ({ module, thing }: Names) => `import type { Ctx } from '../../platform/ctx.ts'

export interface ${thing.pascal}Row {
  readonly id: number
  readonly name: string
}

export async function list${thing.pascal}s(ctx: Ctx): Promise<${thing.pascal}Row[]> {
  return ctx.tx.prepared<${thing.pascal}Row>(
    {
      name: '${module}.list',
      text: 'select ${thing.snake}_id as id, name from ${thing.snake} where company_id = $1 order by name, ${thing.snake}_id',
    },
    [ctx.companyId],
  )
}
`

const store = ({ thing }: Names) => `import type { Ctx } from '../../platform/ctx.ts'

export async function insert${thing.pascal}(ctx: Ctx, ${thing.camel}: { name: string }): Promise<number> {
  const row = await ctx.tx.db
    .insertInto('${thing.snake}')
    .values({ company_id: ctx.companyId, name: ${thing.camel}.name, created_at: ctx.clock.now() })
    .returning('${thing.snake}_id as id')
    .executeTakeFirstOrThrow()
  return row.id
}
`

const present = ({ thing }: Names) => `import type { ${thing.pascal}Row } from './queries.ts'

export const present${thing.pascal} = ({ id, name }: ${thing.pascal}Row) => ({ id, name })
`

const calls = ({ module, camel, thing }: Names) => `import * as calls from '@millwatch/contract/http/${module}'
import { recordAudit } from '../../platform/audit/store.ts'
import { command, type Module, question } from '../../platform/calls/calls.ts'
import { present${thing.pascal} } from './present.ts'
import { list${thing.pascal}s } from './queries.ts'
import { insert${thing.pascal} } from './store.ts'

export const ${camel}Module: Module = {
  calls: [
    question(calls.list${thing.pascal}s, async (ctx) => ({
      ${thing.camel}s: (await list${thing.pascal}s(ctx)).map(present${thing.pascal}),
    })),
    command(
      calls.create${thing.pascal},
      async (ctx, { body: { name } }) => {
        const id = await insert${thing.pascal}(ctx, { name })
        await recordAudit(ctx, { operation: '${thing.snake}.create', subject: \`${thing.kebab}/\${id}\`, after: { name } })
        return { id, name }
      },
      (${thing.camel}) => ({ ${thing.camel}: present${thing.pascal}(${thing.camel}) }),
    ),
  ],
}
`

const test = ({ thing }: Names) => `import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { insert${thing.pascal}, list${thing.pascal}s } from './index.ts'

let test_: TestDatabase
const companies: number[] = []

beforeAll(async () => {
  test_ = await testDatabase()
  for (const name of ['One', 'Other']) {
    const insert = 'insert into company (name, created_at) values ($1, 0) returning company_id as id'
    companies.push(Number((await test_.owner.query(insert, [name])).rows[0].id))
  }
})
afterAll(() => test_.close())

function asCompany<T>(companyId: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return asSystem({ database: test_.database, clock: manualClock(0) }, companyId, work)
}

test('what one company makes is listed by name, and is not there for another', async () => {
  const [one = 0, other = 0] = companies
  await asCompany(one, async (ctx) => {
    for (const name of ['B', 'A']) await insert${thing.pascal}(ctx, { name })
  })
  expect((await asCompany(one, list${thing.pascal}s)).map(({ name }) => name)).toEqual(['A', 'B'])
  expect(await asCompany(other, list${thing.pascal}s)).toEqual([])
})
`

export const migrationOfModule = ({ thing }: Names) => `create table ${thing.snake} (
  company_id bigint not null references company,
  ${thing.snake}_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  created_at bigint not null,
  primary key (company_id, ${thing.snake}_id)
);

grant select, insert, update, delete on ${thing.snake} to millwatch_app;
alter table ${thing.snake} enable row level security;
alter table ${thing.snake} force row level security;
create policy own_company on ${thing.snake}
  using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
`

export const emptyMigration = (
  name: string,
) => `-- ${name.replaceAll('-', ' ')}: say here what changes, and which query a new index serves.
`

const tables = ({ thing }: Names) => `import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface ${thing.pascal}Table {
  company_id: Id
  ${thing.snake}_id: Generated<Id>
  name: string
  created_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    ${thing.snake}: ${thing.pascal}Table
  }
}
`

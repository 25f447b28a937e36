import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../logger.ts'
import type { Database, Tx } from '../tx.ts'
import { requireAppRole } from './require-role.ts'

const companies: number[] = []
let test: TestDatabase

async function addUnit(tx: Tx, companyId: number, name: string): Promise<number> {
  const row = await tx.db
    .insertInto('org_unit')
    .values({ company_id: companyId, name, org_unit_type_id: 1, created_at: 1 })
    .returning('org_unit_id')
    .executeTakeFirstOrThrow()
  return row.org_unit_id
}

const unitNames = (tx: Tx) =>
  tx.prepared<{ name: string }>({ name: 'test_units', text: 'select name from org_unit' }, [])

beforeAll(async () => {
  test = await testDatabase()
  for (const name of ['Ash', 'Birch']) {
    const { rows } = await test.owner.query<{ company_id: number }>(
      'insert into company (name, created_at) values ($1, 1) returning company_id',
      [name],
    )
    companies.push(rows[0]!.company_id)
  }
  for (const id of companies) await test.database.inCompany(id, (tx) => addUnit(tx, id, `unit of ${id}`))
})

afterAll(() => test.close())

describe('a transaction in a company', () => {
  it('sees its own rows only', async () => {
    for (const id of companies) {
      expect(await test.database.inCompany(id, unitNames)).toEqual([{ name: `unit of ${id}` }])
    }
  })

  it('cannot write into another company', async () => {
    const [company, other] = companies as [number, number]
    await expect(test.database.inCompany(company, (tx) => addUnit(tx, other, 'smuggled'))).rejects.toThrow(
      /row-level security/,
    )
  })

  it('of one instant sees what was, whatever is committed meanwhile, and writes nothing', async () => {
    const [company] = companies as [number]
    await test.database.inCompany(
      company,
      async (tx) => {
        expect(await unitNames(tx)).toHaveLength(1)
        await test.owner.query(
          `insert into org_unit (company_id, name, org_unit_type_id, parent_id, created_at) select $1, 'late', 2, org_unit_id, 1 from org_unit where company_id = $1`,
          [company],
        )
        expect(await unitNames(tx)).toHaveLength(1)
      },
      { snapshot: true },
    )
    expect(await test.database.inCompany(company, unitNames)).toHaveLength(2)
    await test.owner.query(`delete from org_unit where name = 'late'`)
    const write = test.database.inCompany(company, (tx) => addUnit(tx, company, 'no'), { snapshot: true })
    await expect(write).rejects.toThrow(/read-only/)
  })

  it('of one instant asks an equal question once, another one each time', async () => {
    const [company] = companies as [number]
    let queries = 0
    const twice = async (tx: Tx) => {
      const ask = async () => ++queries
      return [await tx.once('how many', ask), await tx.once('how many', ask)]
    }
    expect(await test.database.inCompany(company, twice, { snapshot: true })).toEqual([1, 1])
    expect(await test.database.inCompany(company, twice, { snapshot: true })).toEqual([2, 2])
    expect(await test.database.inCompany(company, twice)).toEqual([3, 4])
  })

  it('answers questions asked at once each with its own rows, and fails as one', async () => {
    const [company] = companies as [number]
    const division = { name: 'test.one_of', text: 'select $1::int / $2::int as value' }
    const values = (tx: Tx, divisor: number) =>
      Promise.all([6, 8, 10].map((value) => tx.prepared<{ value: number }>(division, [value, divisor])))
    expect(await test.database.inCompany(company, (tx) => values(tx, 2))).toEqual([
      [{ value: 3 }],
      [{ value: 4 }],
      [{ value: 5 }],
    ])
    await expect(test.database.inCompany(company, (tx) => values(tx, 0))).rejects.toThrow(/division by zero/)
    expect(await test.database.inCompany(company, (tx) => values(tx, 1))).toHaveLength(3)
  })

  it.each(['ask', 'report', 'ingest', 'jobs'] as const)('sends statements together in pool %s', async (pool) => {
    const [company] = companies as [number]
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    try {
      const division = { name: 'test.one_of', text: 'select $1::int / $2::int as value' }
      const ask = (tx: Tx) => Promise.all([6, 8, 10].map((value) => tx.prepared(division, [value, 2])))
      expect(await test.database.inCompany(company, ask, { pool })).toHaveLength(3)
      // The driver warns of a connection that cannot do it, once per process.
      expect(warn).not.toHaveBeenCalled()
    } finally {
      warn.mockRestore()
    }
  })

  it('of several statements under way says why the first failed, whichever is waited for', async () => {
    const [company] = companies as [number]
    const division = { name: 'test.one_of', text: 'select $1::int / $2::int as value' }
    const work = (tx: Tx) => {
      tx.prepared(division, [6, 0]).catch(() => undefined)
      return tx.prepared(division, [6, 2])
    }
    for (const pool of ['ask', 'ingest', 'jobs'] as const)
      await expect(test.database.inCompany(company, work, { pool })).rejects.toThrow(/division by zero/)
  })

  it('rolls back when its work throws', async () => {
    const [company] = companies as [number]
    const work = test.database.inCompany(company, async (tx) => {
      await tx.db.updateTable('org_unit').set({ name: 'renamed' }).execute()
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await test.database.inCompany(company, unitNames)).toEqual([{ name: `unit of ${company}` }])
  })

  it('says so when an error inside was swallowed and nothing could be committed', async () => {
    const [company] = companies as [number]
    const work = test.database.inCompany(company, async (tx) => {
      await tx.prepared({ name: 'test_fails', text: 'select 1 / 0' }, []).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('rolled back')
  })

  it('refuses statements after its end', async () => {
    const [company] = companies as [number]
    let kept: Tx | undefined
    await test.database.inCompany(company, async (tx) => {
      await tx.db.selectFrom('org_unit').select('name').execute()
      kept = tx
    })
    await expect(unitNames(kept!)).rejects.toThrow('has ended')
    expect(() => kept!.db).toThrow('has ended')
  })

  it('gives int8 as numbers, in arrays too', async () => {
    const [company] = companies as [number]
    const rows = await test.database.inCompany(company, (tx) =>
      tx.prepared(
        { name: 'test_numbers', text: 'select $1::int8 as one, array[$1::int8, null] as many' },
        [1763670000123],
      ),
    )
    expect(rows).toEqual([{ one: 1763670000123, many: [1763670000123, null] }])
  })
})

describe('without a company', () => {
  it('tenant tables are empty', async () => {
    expect(await test.database.inDirectory(unitNames)).toEqual([])
  })

  it('no context of an earlier transaction is left on a connection', async () => {
    // The last of them waits until all others are done, on a slow machine for more than the usual limit.
    const database = test.open({ poolSize: { ask: 2 }, connectTimeoutMs: 60_000 })
    const mixed = Array.from({ length: 2_000 }, async (_, index) => {
      const id = companies[index % 3]
      if (id === undefined) return expect(await database.inDirectory(unitNames)).toEqual([])
      return expect(await database.inCompany(id, unitNames)).toEqual([{ name: `unit of ${id}` }])
    })
    await Promise.all(mixed)
  })
})

describe('the role of the app', () => {
  it('owns nothing and cannot bypass row-level security', async () => {
    const [row] = await test.database.inDirectory((tx) =>
      tx.prepared<{ role: string; super: boolean; bypass: boolean; owned: number }>(
        {
          name: 'test_role',
          text: `select current_user as role, rolsuper as super, rolbypassrls as bypass,
            (select count(*) from pg_class where relowner = pg_roles.oid) as owned
            from pg_roles where rolname = current_user`,
        },
        [],
      ),
    )
    expect(row).toEqual({ role: 'millwatch_app', super: false, bypass: false, owned: 0 })
  })

  it('is still that role after RESET ROLE', async () => {
    const [row] = await test.database.inDirectory(async (tx) => {
      await tx.prepared({ name: 'test_reset', text: 'reset role' }, [])
      return tx.prepared({ name: 'test_who', text: 'select current_user as role' }, [])
    })
    expect(row).toEqual({ role: 'millwatch_app' })
  })
})

describe('a connection that arrives in another role', () => {
  it('is refused at the start', async () => {
    await requireAppRole(test.database)
    const asOwner: Database = {
      ...test.database,
      async inDirectory(work) {
        return test.database.inDirectory(async (tx) => {
          await tx.prepared({ name: 'test_set_role', text: 'set local role none' }, [])
          return work(tx)
        })
      },
    }
    await expect(requireAppRole(asOwner)).rejects.toThrow('drops the start option')
  })
})

describe('when the server fails', () => {
  const killAll = () =>
    test.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )

  it('a question that takes too long is answered with 503', async () => {
    const database = test.open({ askTimeoutMs: 100 })
    const work = database.inDirectory((tx) => tx.prepared({ name: 'test_sleep', text: 'select pg_sleep(30)' }, []))
    await expect(work).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('a question that finds no free connection is answered with 503, and ingest is not behind it', async () => {
    const [company] = companies as [number]
    // Long enough to connect on a busy machine; the question without a connection waits as long.
    const database = test.open({ poolSize: { ask: 1 }, connectTimeoutMs: 2_000 })
    await database.inCompany(company, async () => {
      await expect(database.inCompany(company, unitNames)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await database.inCompany(company, unitNames, { pool: 'ingest' })).toHaveLength(1)
    })
    expect(await database.inCompany(company, unitNames)).toHaveLength(1)
  })

  it('a database that is away is 503, not a crash', async () => {
    const database = test.open({ url: 'postgres://nobody@127.0.0.1:1/none' })
    await expect(database.inDirectory(unitNames)).rejects.toMatchObject({ code: 'unavailable' })
    expect(database.isUp()).toBe(false)
  })

  it('goes on after every connection was killed', async () => {
    const [company] = companies as [number]
    const received: string[] = []
    let reconnects = 0
    await test.database.listen(
      'test_channel',
      (payload) => received.push(payload),
      () => {
        reconnects++
      },
    )
    await Promise.all(Array.from({ length: 10 }, () => test.database.inCompany(company, unitNames)))
    await killAll()
    for (let times = 0; times < 20; times++) {
      expect(await test.database.inCompany(company, unitNames)).toHaveLength(1)
      expect(await test.database.inCompany(company, unitNames, { pool: 'ingest' })).toHaveLength(1)
    }
    await expect.poll(() => reconnects).toBe(1)
    await test.owner.query(`select pg_notify('test_channel', 'after')`)
    await expect.poll(() => received).toEqual(['after'])
    expect(test.database.isUp()).toBe(true)
  })

  it('work that loses its connection midway fails with 503', async () => {
    const [company] = companies as [number]
    const work = test.database.inCompany(company, async (tx) => {
      await killAll()
      await unitNames(tx)
    })
    await expect(work).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('listening', () => {
  it('receives what a committed transaction publishes, and nothing after it was stopped', async () => {
    const [company] = companies as [number]
    const say = (word: string) =>
      test.database.inCompany(company, (tx) =>
        tx.prepared({ name: 'test_say', text: `select pg_notify('words', $1)` }, [word]),
      )
    const database = test.open({ logger: silentLogger })
    const received: string[] = []
    const stop = await database.listen(
      'words',
      (payload) => received.push(payload),
      () => undefined,
    )
    await say('one')
    await expect.poll(() => received).toEqual(['one'])
    await stop()
    await say('two')
    const marker: string[] = []
    await database.listen(
      'other',
      (payload) => marker.push(payload),
      () => undefined,
    )
    await test.owner.query(`select pg_notify('other', 'x')`)
    await expect.poll(() => marker).toEqual(['x'])
    expect(received).toEqual(['one'])
  })
})

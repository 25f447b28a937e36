import type { Owner } from '../lib/owner.ts'

/** Number of rows in one insert. Each insert is a durable commit, whose time is measured too. */
const ROWS = 5000

/**
 * Inserts rows of quarter-hours with `pg` alone, as a reference: by arrays, into a table of the same kind of the same database.
 */
export class BareRollups {
  readonly #owner: Owner
  readonly #columns: readonly { readonly name: string; readonly type: string }[]
  readonly #chunks: readonly unknown[][][]
  readonly rows: number

  private constructor(owner: Owner, columns: readonly { name: string; type: string }[], rows: unknown[][]) {
    this.#owner = owner
    this.#columns = columns
    this.rows = rows.length
    this.#chunks = Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, n) => {
      const some = rows.slice(n * ROWS, (n + 1) * ROWS)
      return columns.map((_, i) => some.map((row) => row[i]))
    })
  }

  /** Reads the rows of quarter-hours that are stored now for a period, to insert them later. */
  static async take(owner: Owner, from: number, to: number): Promise<BareRollups> {
    const columns = await owner.rows<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = 'rollup_quarter'::regclass and attnum > 0 and not attisdropped order by attnum`,
    )
    const { rows } = await owner.client.query<unknown[]>({
      text: `select ${columns.map(({ name }) => name)} from rollup_quarter where bucket_at >= $1 and bucket_at < $2
        order by equipment_id, bucket_at`,
      values: [from, to],
      rowMode: 'array',
    })
    return new BareRollups(owner, columns, rows)
  }

  /** Creates an empty table, inserts all rows and drops the table. Returns the time of the inserts in ms. */
  async insert(): Promise<number> {
    const { client } = this.#owner
    const arrays = this.#columns.map(({ type }, i) => `$${i + 1}::${type}[]`)
    await client.query(`drop table if exists bare_rollup; create table bare_rollup (like rollup_quarter);
      alter table bare_rollup add primary key (company_id, equipment_id, bucket_at, shift, shift_date)`)
    const insert = `insert into bare_rollup select * from unnest(${arrays})`
    const began = performance.now()
    for (const chunk of this.#chunks) await client.query(insert, chunk)
    const ms = performance.now() - began
    await client.query('drop table bare_rollup')
    return ms
  }
}

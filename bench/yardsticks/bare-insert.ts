import { DAY_MS } from '@millwatch/domain/time'
import pg from 'pg'
import { MachineTalk } from '../load/events.ts'

const MACHINES = 1000
const BATCH = 50
/** Number of rows that one statement inserts. */
const ROWS = 1000
const PREPARED = 20

const columns = [
  'equipment_id bigint',
  'occurred_at bigint',
  'device_id bigint',
  'batch_id text',
  'position integer',
  'kind smallint',
  'is_primary boolean',
  'received_at bigint',
  'cycle_ms integer',
  'number integer',
  'temperature_1 double precision',
  'analog_in_1 double precision',
]
const arrays = columns.map((column, i) => `$${i + 1}::${column.replace(/^\w+ /, '')}[]`)
const insert = {
  name: 'bare',
  text: `insert into bare_event (company_id, ${columns.map((column) => column.replace(/ .*/, '')).join(', ')})
    select 1, * from unnest(${arrays.join(', ')})`,
}

/**
 * Inserts event rows with `pg` alone, as a reference: by arrays, a thousand rows at a time on one connection, each statement a
 * durable commit, into a table of the same kind (partition of a month, primary key) of the same database.
 */
export class BareInsert {
  readonly #client: pg.Client
  readonly #batches: unknown[][]
  #next = 0

  private constructor(client: pg.Client, from: number) {
    this.#client = client
    const talks = Array.from({ length: MACHINES }, () => new MachineTalk(from))
    this.#batches = Array.from({ length: PREPARED }, (_, n) => rowsOf(talks, n))
  }

  static async open(databaseUrl: string): Promise<BareInsert> {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    const from = Date.UTC(2026, 0, 1)
    await client.query(`
      drop table if exists bare_event;
      create sequence if not exists bare_event_no;
      create table bare_event (company_id bigint not null, event_no bigint not null default nextval('bare_event_no'),
        ${columns.map((column) => (/cycle|number|temp|analog/.test(column) ? column : `${column} not null`)).join(', ')},
        primary key (company_id, equipment_id, occurred_at, event_no)) partition by range (occurred_at);
      create table bare_event_month partition of bare_event for values from (${from}) to (${from + 31 * DAY_MS})`)
    return new BareInsert(client, from)
  }

  /** Inserts for at least `runMs` ms, and returns the inserted rows per second. */
  async run(runMs: number): Promise<number> {
    const began = performance.now()
    let rows = 0
    for (; performance.now() - began < runMs; rows += ROWS) await this.#insert()
    return (rows / (performance.now() - began)) * 1000
  }

  /** Inserts `rows` rows, rounded up to whole thousands, and returns the time in ms. */
  async insert(rows: number): Promise<number> {
    const began = performance.now()
    for (let left = rows; left > 0; left -= ROWS) await this.#insert()
    return performance.now() - began
  }

  async close(): Promise<void> {
    await this.#client.query('drop table bare_event; drop sequence bare_event_no')
    await this.#client.end()
  }

  async #insert(): Promise<void> {
    const values = this.#batches[this.#next++ % PREPARED] as unknown[]
    await this.#client.query({ ...insert, values })
  }
}

/**
 * Returns the `n`-th thousand rows, as one array per column, in order of arrival: fifty rows each of twenty machines; the next
 * thousand is from the next twenty.
 */
function rowsOf(talks: readonly MachineTalk[], n: number): unknown[][] {
  const rows = Array.from({ length: ROWS / BATCH }, (_, i) => {
    const machine = (n * (ROWS / BATCH) + i) % MACHINES
    return (talks[machine] as MachineTalk).next(BATCH).map((event, position) => {
      const isCycle = event.type === 'cycle'
      return [
        machine + 1,
        event.t,
        machine + 1,
        `b-${event.t}-${n}`,
        position,
        isCycle ? 1 : event.type === 'tlm' ? 2 : 5,
        true,
        event.t + 1000,
        isCycle ? Math.round((event.cycle_time ?? 0) * 1000) : null,
        isCycle ? 1 : null,
        'temperature_1' in event ? event.temperature_1 : null,
        'analog_in_1' in event ? event.analog_in_1 : null,
      ]
    })
  }).flat()
  return columns.map((_, column) => rows.map((row) => row[column]))
}

import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { expect, test } from 'vitest'

const { t, token } = await appWithCompany()

const tool = {
  name: 'Wear',
  icon_url: null,
  index_url: 'https://tools.example/',
  equipment_enabled: true,
  org_unit_enabled: false,
}
const attrs = (change: object) => ({ attrs: change })
const template = (change: object) => ({ template: change })
const same = (change: object) => change

interface Kind {
  readonly path: string
  /** Name of the object in an answer. */
  readonly name: string
  readonly table: string
  readonly create: object
  /** Returns the body of a change. */
  readonly bodyOf: (change: object) => object
  /** Two changes of different fields. */
  readonly changes: readonly [object, object]
}

const kinds: readonly Kind[] = [
  {
    path: '/v0/parts',
    name: 'part',
    table: 'critical_part',
    create: { number: 'P-1' },
    bodyOf: attrs,
    changes: [{ number: 'P-2' }, { description: 'Belt' }],
  },
  {
    path: '/v0/tags',
    name: 'tag',
    table: 'tag',
    create: { name: 'Order 1' },
    bodyOf: same,
    changes: [{ name: 'Order 2' }, { active: false }],
  },
  {
    path: '/v0/reasons',
    name: 'reason',
    table: 'status_reason',
    create: { reason: 'Jam' },
    bodyOf: same,
    changes: [{ name: 'Jammed' }, { favorite: true }],
  },
  {
    path: '/v0/scheduletemplates',
    name: 'template',
    table: 'schedule_template',
    create: template({ name: 'Early', type: 'daily' }),
    bodyOf: template,
    changes: [{ name: 'Late' }, { schedule_json_local: [[0, 300, 1]] }],
  },
  {
    path: '/v0/addins',
    name: 'addin',
    table: 'addin',
    create: tool,
    bodyOf: same,
    changes: [{ name: 'Tool wear' }, { org_unit_enabled: true }],
  },
]

const waiting = async () =>
  (
    await t.db.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount

/** Starts two calls while a row is locked, and unlocks it when both wait for it; returns the result of the calls. */
async function whileLocked<T>(table: string, id: number | undefined, start: () => Promise<T>): Promise<T> {
  const blocker = await t.db.owner.connect()
  try {
    await blocker.query('begin')
    await blocker.query(`select from ${table} where ${table}_id = $1 for no key update`, [id])
    const calls = start()
    await expect.poll(waiting, { timeout: 4_000 }).toBe(2)
    await blocker.query('commit')
    return await calls
  } finally {
    blocker.release(true)
  }
}

test.each(kinds)('Two people change different fields of one $name at once, and both changes stay', async (kind) => {
  const { path, name, table, create, bodyOf, changes } = kind
  const objectIn = ({ json }: { json: unknown }) => (json as Record<string, { id: number }>)[name]
  const created = objectIn(await t.call('POST', path, { token, body: create }))
  const put = (change: object) => t.call('PUT', `${path}/${created?.id}`, { token, body: bodyOf(change) })
  const puts = await whileLocked(table, created?.id, () => Promise.all(changes.map(put)))
  expect(puts.map(({ status }) => status)).toEqual([200, 200])
  // A change of nothing answers with the object as it is.
  expect(objectIn(await put({}))).toMatchObject(Object.assign({}, ...changes))
})

import type { Endpoint } from '@millwatch/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint, schemaOfPart } from './operations.ts'
import type { Principal } from './principals.ts'
import { type Sendable, sendTo } from './request.ts'
import { openStage, type Stage, validCall } from './stage.ts'
import { differing, fingerprinter, tablesHolding } from './tables.ts'

/** Numbers and an instant that nothing here has by itself. */
const smuggled: Readonly<Record<string, unknown>> = {
  id: 987_654_321,
  company_id: 987_654_321,
  is_admin: true,
  is_superuser: true,
  owner_user_id: 987_654_321,
  created_at: '1999-12-31T23:59:58.765Z',
  root_org_unit_id: 987_654_321,
  active: false,
}
const marks = ['987654321', '1999-12-31T23:59:58', '946684798765']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)

/** Returns one function per object in a body; each returns the body with a field added to that object. */
function holders(body: unknown): ((field: string, value: unknown) => unknown)[] {
  if (!isRecord(body)) return []
  const within = Object.entries(body).flatMap(([name, value]) => {
    const inner = Array.isArray(value) ? value[0] : value
    return holders(inner).map((put) => (field: string, smuggle: unknown) => {
      const changed = put(field, smuggle)
      return { ...body, [name]: Array.isArray(value) ? [changed] : changed }
    })
  })
  return [(field, value) => ({ ...body, [field]: value }), ...within]
}

const writes = (await everyEndpoint()).filter(({ method }) => method === 'POST' || method === 'PUT')
let stage: Stage
let callers: Principal[]
let fingerprint: () => Promise<string>
const counts = { refused: 0, ignored: 0, own: 0 }

beforeAll(async () => {
  stage = await openStage()
  callers = stage.principals.filter((principal) => ['5 superuser', '14 device'].includes(principal.name))
  fingerprint = await fingerprinter(stage.t.db)
})
afterAll(async () => {
  await stage?.t.close()
  process.stdout.write(`mass assignment: ${writes.length} calls x 8 fields: ${JSON.stringify(counts)}\n`)
})

/** Sends a call with each of the bodies; returns the faults. Refused calls must have changed nothing. */
async function smuggle(endpoint: Endpoint, sent: Sendable, bodies: readonly unknown[]): Promise<string[]> {
  const wrong: string[] = []
  const sendAll = async (list: readonly unknown[]) => {
    const before = await fingerprint()
    const refused: unknown[] = []
    for (const body of list) {
      const { status, text } = await sendTo(stage.t, endpoint, { ...sent, body })
      if (status >= 500) wrong.push(`${JSON.stringify(body)}: ${status} ${text}`)
      if (status >= 400) refused.push(body)
    }
    const changed = differing(before, await fingerprint())
    if (refused.length === list.length && changed.length > 0)
      wrong.push(`All of ${JSON.stringify(list)} were refused, but ${changed} changed`)
    return refused
  }
  const refused = await sendAll(bodies)
  // When some were served, the others are sent again alone, to see if they change anything.
  if (refused.length > 0 && refused.length < bodies.length) expect(await sendAll(refused)).toHaveLength(refused.length)
  counts.refused += refused.length
  counts.ignored += bodies.length - refused.length
  return wrong
}

test.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s: undeclared fields are refused or ignored',
  async (_name, endpoint) => {
    const caller = callers.find(
      (principal) => (endpoint.operation === 'ingest.receive') === (principal.stands === 'device'),
    )
    const declared = schemaOfPart(endpoint.shapes.body)?.properties ?? {}
    const bodies: unknown[] = []
    const { sent } = await validCall(stage, endpoint, caller as Principal, { isServed: false })
    await stage.forgetAttempts()
    for (const [field, value] of Object.entries(smuggled)) {
      if (field in declared) {
        counts.own++
        continue
      }
      const body = Buffer.isBuffer(sent.body) ? undefined : (sent.body ?? {})
      bodies.push(...holders(body).map((put) => put(field, value)))
    }
    expect(await smuggle(endpoint, sent, bodies)).toEqual([])
  },
)

test('nothing of it is kept anywhere, and nobody became more than they were', async () => {
  expect(counts.refused).toBeGreaterThan(0)
  expect(await tablesHolding(stage.t.db, marks)).toEqual([])
  const { rows } = await stage.t.db.owner.query(
    `select 1 from audit_entry where after ->> 'role' in ('admin', 'superuser') and actor = 'user'`,
  )
  expect(rows).toEqual([])
})

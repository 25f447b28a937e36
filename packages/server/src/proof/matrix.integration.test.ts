import type { Endpoint } from '@millwatch/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy, rowOf, unaudited } from '../platform/policy.ts'
import { examples } from './examples.testing.ts'
import { expectedStatus } from './expected.testing.ts'
import { everyEndpoint, idSlotsOf, isRead } from './operations.testing.ts'
import type { Principal } from './principals.testing.ts'
import { sendTo } from './request.testing.ts'
import { exampleOf, jobDone, openStage, type Stage, validCall } from './stage.testing.ts'

const endpoints = await everyEndpoint()
const byName = endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)

test('every call has a row in the policy table and an example, and every row and example is for something', () => {
  const operations = [...new Set(endpoints.map((one) => one.operation))].sort()
  expect(Object.keys(examples).sort()).toEqual(operations)
  const withoutCall = ['docs.read', 'metrics.read', 'page.read']
  const rows = Object.keys(policy).filter((one) => rowOf(one).via === undefined && !withoutCall.includes(one))
  expect(rows.sort()).toEqual(operations)
})

test('every id that a call can name is named in its example', () => {
  for (const endpoint of endpoints) {
    const { at = {}, none = {} } = exampleOf(endpoint)
    const declared = [...Object.keys(at).map((slot) => slot.replace('?', '')), ...Object.keys(none)].sort()
    expect([endpoint.operation, declared]).toEqual([endpoint.operation, idSlotsOf(endpoint).sort()])
  }
})

let stage: Stage
let cells = 0
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.t.close()
  process.stdout.write(`matrix: ${endpoints.length} calls x ${stage.principals.length} principals = ${cells} cells\n`)
})

/** Entries under the name of an operation, once the job is done that a call may have left behind. */
const entriesOf = async (endpoint: Endpoint, answer: unknown = null): Promise<number> => {
  await jobDone(stage, answer)
  const { rows } = await stage.t.db.owner.query('select count(*)::int as n from audit_entry where operation = $1', [
    endpoint.operation,
  ])
  return rows[0].n
}

describe('who may do what', () => {
  test.each(byName)('%s', async (_name, endpoint: Endpoint) => {
    const isRecorded = !isRead(endpoint) && !(endpoint.operation in unaudited)
    const wrong: string[] = []
    for (const principal of stage.principals) {
      const expected = expectedStatus(endpoint, principal)
      const { sent } = await validCall(stage, endpoint, principal, { isServed: expected < 300 })
      await stage.forgetAttempts()
      const before = isRecorded ? await entriesOf(endpoint) : 0
      const { status, text, json } = await sendTo(stage.t, endpoint, sent)
      cells++
      const entries = isRecorded ? (await entriesOf(endpoint, json)) - before : 0
      if (status !== expected) wrong.push(`${principal.name}: ${status} instead of ${expected}: ${text.slice(0, 200)}`)
      else if (isRecorded && entries > 0 !== status < 300)
        wrong.push(`${principal.name}: ${entries} entries in the record`)
    }
    expect(wrong).toEqual([])
  })
})

test('whoever is more may do whatever one who is less may', () => {
  const one = (name: string) => stage.principals.find((principal) => principal.name === name) as Principal
  const ranked = ['2 operator', '3 user', '4 admin', '5 superuser'].map(one)
  for (const endpoint of endpoints) {
    const served = ranked.map((principal) => expectedStatus(endpoint, principal) < 300)
    expect([endpoint.operation, served]).toEqual([endpoint.operation, served.toSorted()])
  }
})

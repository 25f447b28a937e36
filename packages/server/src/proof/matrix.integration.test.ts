import { calls } from '@millwatch/contract/calls/all'
import type { Endpoint } from '@millwatch/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from './examples.testing.ts'
import { expectedStatus } from './expected.testing.ts'
import { everyEndpoint, idSlotsOf, isRead } from './operations.testing.ts'
import type { Principal } from './principals.testing.ts'
import { sendTo } from './request.testing.ts'
import { exampleOf, jobDone, openStage, type Stage, validCall } from './stage.testing.ts'

const endpoints = await everyEndpoint()
const byName = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test('the list of calls has every endpoint, and every call has an example', () => {
  const operations = [...new Set(endpoints.map((endpoint) => endpoint.operation))].sort()
  expect(Object.keys(examples).sort()).toEqual(operations)
  const withoutCall = ['docs.read', 'metrics.read', 'page.read']
  const rows = Object.values(calls)
    .filter(({ operation, policy }) => policy.via === undefined && !withoutCall.includes(operation))
    .map(({ operation }) => operation)
  expect(rows.sort()).toEqual(operations)
})

test('every id of a call is declared in its example', () => {
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

/** Counts the audit entries of an operation, after the job of the answer (if any) is done. */
const entriesOf = async (endpoint: Endpoint, answer: unknown = null): Promise<number> => {
  await jobDone(stage, answer)
  const { rows } = await stage.t.db.owner.query('select count(*)::int as n from audit_entry where operation = $1', [
    endpoint.operation,
  ])
  return rows[0].n
}

describe('who may do what', () => {
  test.each(byName)('%s', async (_name, endpoint: Endpoint) => {
    const isRecorded = !isRead(endpoint) && endpoint.policy.unaudited === undefined
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

test('a higher role may do everything that a lower one may', () => {
  const principalNamed = (name: string) => stage.principals.find((principal) => principal.name === name) as Principal
  const ranked = ['2 operator', '3 user', '4 admin', '5 superuser'].map(principalNamed)
  for (const endpoint of endpoints) {
    const served = ranked.map((principal) => expectedStatus(endpoint, principal) < 300)
    expect([endpoint.operation, served]).toEqual([endpoint.operation, served.toSorted()])
  }
})

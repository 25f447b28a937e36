import { calls } from '@millwatch/contract/calls/all'
import type { Endpoint } from '@millwatch/contract/endpoint'
import { getUser } from '@millwatch/contract/http/identity'
import { getKiosk } from '@millwatch/contract/http/kiosks'
import { partyOfKiosk, partyOfUser } from '@millwatch/contract/party'
import { type ActingParty, may } from '@millwatch/domain/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from './examples.ts'
import { expectedStatus } from './expected.ts'
import { everyEndpoint, idSlotsOf, isRead } from './operations.ts'
import type { Principal } from './principals.ts'
import { sendTo } from './request.ts'
import { exampleOf, jobDone, openStage, type Stage, validCall } from './stage.ts'

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
/** Statuses by which the guard refuses a caller. */
const refusals: ReadonlySet<number> = new Set([401, 403])
const parties = new Map<Principal, ActingParty>()
beforeAll(async () => {
  stage = await openStage()
  for (const principal of stage.principals) {
    const party = await partyOnPages(principal)
    if (party !== null) parties.set(principal, party)
  }
})
afterAll(async () => {
  await stage.t.close()
  process.stdout.write(`matrix: ${endpoints.length} calls x ${stage.principals.length} principals = ${cells} cells\n`)
})

/** Returns the party that the pages take a principal for, from the answer that they read; null: they show no button. */
async function partyOnPages({ stands, isHeldUp, headers }: Principal): Promise<ActingParty | null> {
  if (isHeldUp || (stands !== 'person' && stands !== 'display')) return null
  const token = headers.authorization ?? ''
  return stands === 'person'
    ? partyOfUser((await stage.t.ask(getUser, { token })).user)
    : partyOfKiosk((await stage.t.ask(getKiosk, { token })).kiosk)
}

/** Counts the audit entries of an operation, after the job of the answer (if any) is done. */
const entriesOf = async (endpoint: Endpoint, answer: unknown = null): Promise<number> => {
  await jobDone(stage, answer)
  const { rows } = await stage.t.db.owner.query('select count(*)::int as n from audit_entry where operation = $1', [
    endpoint.operation,
  ])
  return rows[0].n
}

// Its jobs are waited for. The check of all data that these calls have made takes 20 s on two slow processors at rest.
const LIMIT_MS = 600_000

describe('who may do what, by the server and by the buttons of the pages', { timeout: LIMIT_MS }, () => {
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
      const party = parties.get(principal)
      if (party !== undefined && may(party, endpoint) === refusals.has(status))
        wrong.push(`${principal.name}: the pages answer ${may(party, endpoint)}, the server ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('the pages know the party of every person with a session and of every display', () => {
    const shown = stage.principals.filter(({ stands, isHeldUp }) => !isHeldUp && /person|display/.test(stands))
    expect(shown.length).toBeGreaterThan(8)
    expect([...parties.keys()]).toEqual(shown)
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

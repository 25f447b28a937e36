import type { Endpoint } from '@millwatch/contract/endpoint'
import { decodeFacts, FACTS_CHANNEL } from '@millwatch/server/platform/outbox/facts-channel'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fieldsWithoutWords, thingsWithoutNames } from './audit-fields.ts'
import { everyEndpoint, isRead } from './operations.ts'
import { sendTo } from './request.ts'
import { jobDone, openStage, type Stage, validCall } from './stage.ts'

/** Audited calls that change nothing that another person sees, with the reason. */
const withoutFact: Readonly<Record<string, string>> = {
  'session.create': 'Sessions are shown to their own user only, when the page is opened',
  'session.end': 'Sessions are shown to their own user only',
  'session.handoff': 'Makes a code that only this browser shows',
  'session.exchange': 'Begins a session',
  'session.second_factor': 'Sessions are shown to their own user only, when the page is opened',
  'second_factor.begin': 'A secret that is not confirmed counts for nothing',
  'password.reset': 'It needs the link of a mail',
  'kiosk.code': 'Makes a code that only this browser shows',
  'kiosk.pair': 'Lets one browser sign in; pages show nothing new before it does',
  'device.claim_code.create': 'Makes a code that only this browser shows',
  'verification.create': 'Its job says when it has ended',
  'user.report.send': 'Sends a mail, which no page shows',
  'notice.unsubscribe': 'A subscription that ends says so itself; without one nothing is shown',
  'setup.create': 'Before it there is nobody in the company',
}

const writes = (await everyEndpoint())
  .filter((endpoint) => !isRead(endpoint) && endpoint.policy.unaudited === undefined)
  .filter(({ operation }) => withoutFact[operation] === undefined)
let stage: Stage
const kinds: string[] = []

beforeAll(async () => {
  stage = await openStage()
  await stage.t.db.database.listen(
    FACTS_CHANNEL,
    (payload) => {
      kinds.push(...decodeFacts(payload).facts.map((fact) => fact.kind))
    },
    () => undefined,
  )
}, 240_000)
afterAll(() => stage.t.close())

const byName = writes.map((endpoint) => [endpoint.operation, endpoint] as const)
/** Facts that follow from changes but name none: they alone reach no page that shows the change. */
const accompanying = new Set(['job.started', 'job.finished', 'machine.advanced'])

test.each(byName)(
  '%s states a fact, and the fields and things of its audit entry have words',
  async (_name, endpoint: Endpoint) => {
    const superuser = stage.principals.find(({ name }) => name === '5 superuser')
    if (superuser === undefined) throw new Error('There is nobody to call')
    const { sent } = await validCall(stage, endpoint, superuser, { isServed: true })
    await stage.forgetAttempts()
    kinds.length = 0
    const { status, json } = await sendTo(stage.t, endpoint, sent)
    expect(status).toBeLessThan(300)
    await jobDone(stage, json)
    await vi.waitFor(() => expect(kinds.filter((kind) => !accompanying.has(kind))).not.toEqual([]), {
      timeout: 20_000,
      interval: 10,
    })
    expect(await fieldsWithoutWords(stage.t.db.owner, endpoint.operation)).toEqual([])
    const reader = stage.firstCompany.people.superuser.token
    expect(await thingsWithoutNames(stage, reader, endpoint.operation)).toEqual([])
  },
)

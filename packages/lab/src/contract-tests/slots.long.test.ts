import type { Endpoint } from '@millwatch/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goneThings, readableWhenGone } from './gone.ts'
import { everyEndpoint, isRead } from './operations.ts'
import type { Principal } from './principals.ts'
import { bare, sendTo, withSlot } from './request.ts'
import { exampleOf, openStage, type Stage, validCall } from './stage.ts'
import { differing, fingerprinter } from './tables.ts'
import { absentUuid, type ThingKind, type Things } from './things.ts'

interface Slot {
  readonly endpoint: Endpoint
  readonly slot: string
  readonly kind: ThingKind
  readonly isOptional: boolean
}

const slots = (await everyEndpoint()).flatMap((endpoint) =>
  Object.entries(exampleOf(endpoint).at ?? {}).map(([slot, kind]): Slot => {
    return { endpoint, slot: slot.replace('?', ''), kind, isOptional: slot.endsWith('?') }
  }),
)

let stage: Stage
let superuser: Principal
let gone: Things
let fingerprint: () => Promise<string>
const counts = { absent: 0, foreign: 0, gone: 0, wrong: 0, mixed: 0, taken: 0 }

beforeAll(async () => {
  stage = await openStage()
  superuser = stage.principals.find((principal) => principal.name === '5 superuser') as Principal
  gone = await goneThings(stage, superuser)
  fingerprint = await fingerprinter(stage.t.db)
})
afterAll(async () => {
  await stage?.t.close()
  const { taken, ...refused } = counts
  const cells = Object.values(refused).reduce((sum, count) => sum + count, 0)
  process.stdout.write(`references: ${slots.length} slots, ${cells} cells ${JSON.stringify(refused)}, ${taken} taken\n`)
})

const wrongIds = [
  'x',
  '',
  '0',
  '-1',
  '1.5',
  '9007199254740992',
  '9223372036854775808',
  '1e400',
  'NaN',
  '0x1',
  '1 or 1=1',
  '../1',
]
const wrongValues = [...wrongIds, '1', 0, -1, 1.5, 2 ** 53, 2 ** 63, true, {}, [[]]]

/** Returns four of the values, other ones for each slot; all of them when `PROOF=all` is set. */
function some(values: readonly unknown[], slot: Slot): readonly unknown[] {
  const from = slots.indexOf(slot)
  return process.env.PROOF === 'all' ? values : [0, 1, 2, 3].map((i) => values[(from * 4 + i) % values.length])
}

/** Sends the call with a value in a slot; returns the faults of its refusal, and the text of the answer. */
async function refusal({ endpoint, slot }: Slot, value: unknown, allowed: readonly number[]) {
  const { sent } = await validCall(stage, endpoint, superuser, { isServed: false, filling: slot })
  const answer = await sendTo(stage.t, endpoint, withSlot(sent, slot, value))
  const isRight = allowed.includes(answer.status)
  const wrong = isRight ? [] : [`${JSON.stringify(value)}: ${answer.status} ${answer.text.slice(0, 200)}`]
  return { wrong, text: bare(answer.text) }
}

test.each(slots.map((slot) => [`${slot.endpoint.method} ${slot.endpoint.path} ${slot.slot}`, slot] as const))(
  '%s: only what is there, and own, is taken',
  async (_name, tested) => {
    const { endpoint, slot, kind, isOptional } = tested
    const foreignId = stage.otherCompany.things[kind]
    const wrong: string[] = []
    let before = await fingerprint()
    if (gone[kind] !== undefined) {
      const isReadable = readableWhenGone.has(kind)
      wrong.push(...(await refusal(tested, gone[kind], isReadable ? [200, 404, 409] : [404])).wrong)
      counts.gone++
      // It may have been served.
      if (isReadable) before = await fingerprint()
    }
    const foreign = await refusal(tested, foreignId, [404])
    const absent = await refusal(tested, kind === 'device_uuid' ? absentUuid : 99_999_999, [404])
    wrong.push(...foreign.wrong, ...absent.wrong)
    counts.foreign++
    counts.absent++
    expect(foreign.text).toBe(absent.text)

    const isBody = slot.startsWith('body.')
    for (const value of some(isBody ? wrongValues : wrongIds, tested)) {
      // In an address, a number above the safe integers counts as an id that does not exist.
      wrong.push(...(await refusal(tested, value, isBody ? [400] : [400, 404])).wrong)
      counts.wrong++
    }
    // A list in place of a single id is invalid; in a list, one id of another company makes the whole call fail.
    const both = [stage.firstCompany.things[kind], foreignId]
    if (slot.endsWith('[]') || slot.endsWith(',') || !slot.startsWith('params.')) {
      wrong.push(...(await refusal(tested, both, [400, 404])).wrong)
      counts.mixed++
    }
    expect(wrong).toEqual([])
    expect(differing(before, await fingerprint())).toEqual([])

    if (!isOptional) return
    const { sent } = await validCall(stage, endpoint, superuser, { isServed: !isRead(endpoint), filling: slot })
    const taken = await sendTo(stage.t, endpoint, sent)
    counts.taken++
    expect([taken.status, taken.text]).toEqual([200, expect.any(String)])
  },
)

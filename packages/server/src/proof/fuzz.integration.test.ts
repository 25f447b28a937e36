import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzOperation } from './fuzz.testing.ts'
import { everyEndpoint } from './operations.testing.ts'
import { openStage, type Stage } from './stage.testing.ts'

const endpoints = await everyEndpoint()
let stage: Stage
let url = ''

beforeAll(async () => {
  stage = await openStage()
  url = `http://127.0.0.1:${(await stage.t.app.listen()).http}`
})
afterAll(() => stage?.t.close())

// One of each class, eight among the long tests; `npm run fuzz` sends a thousand. How fast is looked at there: here others may want the machine.
test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s: whatever is sent, the answer is one of ours',
  async (_name, endpoint) => {
    const settings = { url, examples: 14, seed: 2026, atOnce: 8, slowMs: 20_000 }
    expect((await fuzzOperation(stage, endpoint, settings)).wrong).toEqual([])
  },
)

test('nothing that was sent became part of what every object is', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

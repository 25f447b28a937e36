import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzOperation } from './fuzz.ts'
import { everyEndpoint } from './operations.ts'
import { openStage, type Stage } from './stage.ts'

const endpoints = await everyEndpoint()
let stage: Stage
let url = ''

beforeAll(async () => {
  stage = await openStage()
  url = `http://127.0.0.1:${(await stage.t.app.listen()).http}`
})
afterAll(() => stage?.t.close())

// One request of each class here, more against a process in `fuzz.long.test.ts`, a thousand by `npm run fuzz`. That command also
// measures the time; here other tests may use the machine.
test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s: every bad request gets a valid answer',
  async (_name, endpoint) => {
    const settings = { url, examples: 15, seed: 2026, atOnce: 8, slowMs: 20_000 }
    expect((await fuzzOperation(stage, endpoint, settings)).wrong).toEqual([])
  },
)

test('nothing that was sent became part of what every object is', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

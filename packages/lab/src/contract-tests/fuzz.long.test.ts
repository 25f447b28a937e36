import { loadavg } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServerProcess } from '../app/server-process.ts'
import { isWhole } from '../budget.ts'
import { fuzzOperation } from './fuzz.ts'
import { everyEndpoint } from './operations.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * Number of bad requests per call, against a server process: a thousand by `npm run fuzz`, a ninth of it in a whole run of the
 * long suite, else 30. FUZZ_EXAMPLES and FUZZ_SEED change number and seed; FUZZ_FROM starts at an operation, FUZZ_ONLY selects
 * operations (`run.start,tag.create`).
 */
const isFuzz = process.env.npm_lifecycle_event === 'fuzz'
const examples = isFuzz ? 1080 : isWhole ? 120 : 30
const { FUZZ_EXAMPLES = examples, FUZZ_SEED = '1', FUZZ_FROM, FUZZ_ONLY } = process.env
// In the long suite other tests slow the machine down, so only a call that hangs counts as slow.
const { FUZZ_SLOW_MS = isFuzz ? '2000' : '30000' } = process.env
const only = FUZZ_ONLY?.split(',')
const byOperation = (await everyEndpoint()).sort((a, b) => a.operation.localeCompare(b.operation))
const endpoints = byOperation.filter(
  ({ operation }) => (only?.includes(operation) ?? true) && (FUZZ_FROM === undefined || operation >= FUZZ_FROM),
)

let stage: Stage
let host: TestServerProcess
let total = 0
beforeAll(async () => {
  stage = await openStage()
  host = await startServer({ url: stage.t.db.url, isOpen: true })
})
afterAll(async () => {
  process.stdout.write(`fuzz: ${endpoints.length} calls, ${total} answers, seed ${FUZZ_SEED}\n`)
  const code = await host?.stop()
  // Closing checks the invariants of the stored data.
  await stage?.t.close()
  expect(code).toBe(0)
})

test.each(endpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
  '%s: every bad request gets a valid answer',
  async (operation, endpoint) => {
    const settings = { url: host.url, examples: Number(FUZZ_EXAMPLES), seed: Number(FUZZ_SEED), atOnce: 8 }
    const { served, refused, cut, slowestMs, wrong } = await fuzzOperation(stage, endpoint, {
      ...settings,
      slowMs: Number(FUZZ_SLOW_MS),
    })
    total += served + refused + cut
    const load = loadavg()[0]?.toFixed(1)
    process.stdout.write(
      `${operation}: ${served} served, ${refused} refused, ${cut} cut off, slowest ${slowestMs} ms (load ${load})\n`,
    )
    expect(wrong).toEqual([])
  },
)

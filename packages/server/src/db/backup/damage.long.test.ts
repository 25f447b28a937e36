import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsAmong, type RefusalBench, refusalBench } from './refusal.testing.ts'

let bench: RefusalBench
beforeAll(async () => {
  bench = await refusalBench()
})
afterAll(() => bench.close())

test('Of 1,000 damaged backups each is refused with its place, by the check and by the restore, and changes nothing', async () => {
  expect(await faultsAmong(bench, { copies: 1_000, seed: 43, restoredEvery: 1 })).toEqual([])
})

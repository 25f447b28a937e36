import { isWhole } from '@millwatch/domain/judge/budget.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsAmong, type RefusalBench, refusalBench } from './refusal.testing.ts'

let bench: RefusalBench
beforeAll(async () => {
  bench = await refusalBench()
})
afterAll(() => bench.close())

/** A restore begins with the check; only a whole run restores every copy. */
const restoredEvery = isWhole ? 1 : 5

test('Of 1,000 damaged backups each is refused with its place, by the check and by the restore, and changes nothing', async () => {
  expect(await faultsAmong(bench, { copies: 1_000, seed: 43, restoredEvery })).toEqual([])
})

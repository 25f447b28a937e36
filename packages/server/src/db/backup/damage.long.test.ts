import { coverCases, isWhole } from '@millwatch/lab/budget'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsAmong, type RefusalBench, refusalBench } from './refusal.testing.ts'

let bench: RefusalBench
beforeAll(async () => {
  bench = await refusalBench()
})
afterAll(() => bench.close())

/** A restore begins with the check; only a whole run restores every copy. */
const restoredEvery = isWhole ? 1 : 5
/** A whole run always damages the same copies; a run by budget draws them. BACKUP_SEED repeats a seed that a run printed. */
const seed = Number(process.env.BACKUP_SEED ?? (isWhole ? 43 : Math.floor(Math.random() * 1_000_000)))

test('Of 1,000 damaged backups, or as many as the budget has room for, each is refused with its place, by the check and by the restore, and changes nothing', async () => {
  process.stdout.write(`Damaged backups: seed ${seed}\n`)
  await coverCases({
    title: 'Damaged backups',
    whole: 1_000,
    share: 50,
    run: async (copies, first) =>
      expect(await faultsAmong(bench, { copies, seed: seed + first, restoredEvery })).toEqual([]),
  })
})

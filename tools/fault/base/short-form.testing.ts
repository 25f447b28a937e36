import { expect, test } from 'vitest'
import { kinds } from '../kinds/index.ts'

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32))

/** Declares a test per kind of fault, which runs that many faults of it. */
export function testFaults(faults: readonly (readonly [kind: string, count: number])[]): void {
  test.for(faults)(
    `After %s (%i) nothing acknowledged is missing or there twice, and everything holds (seed ${seed})`,
    { timeout: 600_000 },
    async ([name, count]) => {
      const kind = kinds.find((candidate) => candidate.name === name)
      const done = await kind?.run({ count, seed })
      expect(done?.count).toBeGreaterThanOrEqual(count / 2)
      // An event that changes an alarm has several notices.
      expect(done?.notices?.sent ?? done?.acknowledged).toBeGreaterThan(50)
    },
  )
}

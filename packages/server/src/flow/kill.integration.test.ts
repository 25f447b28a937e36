import { expect, test } from 'vitest'
import { kinds } from '../../../../tools/fault/kinds/index.ts'

/** The short form of `npm run fault`. */
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32))

const short: Readonly<Record<string, number>> = {
  'F1 kill -9': 2,
  'F2 after insert': 1,
  'F2 after commit, before ack': 1,
  'F6 restart immediate': 1,
}

test.each(Object.entries(short))(
  `After %s (%i) nothing acknowledged is missing or there twice, and everything holds (seed ${seed})`,
  async (name, count) => {
    const kind = kinds.find((one) => one.name === name)
    const done = await kind?.run({ count, seed })
    expect(done?.count).toBe(count)
    expect(done?.acknowledged).toBeGreaterThan(50)
  },
  180_000,
)

import { test } from 'vitest'
import { rollupCases } from './rollup-cases.testing.ts'

test.each([100, 200, 300, 400])(
  'Whatever happens to a plant, figures equal those of looking at everything (from case %i)',
  async (from) => {
    await rollupCases(from, from + 50, 40)
  },
  900_000,
)

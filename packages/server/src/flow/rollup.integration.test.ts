import { test } from 'vitest'
import { rollupCases } from './rollup-cases.testing.ts'

test('Whatever happens to a plant, figures equal those of looking at everything', async () => {
  await rollupCases(0, 20, 25)
}, 300_000)

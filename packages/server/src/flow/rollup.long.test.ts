import { coverCases } from '@millwatch/lab/budget'
import { rollupCases } from '@millwatch/lab/reference-tests/rollup-cases'
import { test } from 'vitest'

const FIRST_SEED = 100

test('Whatever happens to a plant, figures equal those of looking at everything', async () => {
  await coverCases({
    title: `Plants from seed ${FIRST_SEED}`,
    whole: 200,
    share: 5,
    run: (count, first) => rollupCases(FIRST_SEED + first, FIRST_SEED + first + count, 40),
  })
})

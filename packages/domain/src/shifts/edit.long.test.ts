import { coverCases } from '@millwatch/lab/budget'
import { test } from 'vitest'
import { insertThenDeleteIsIdentity, sequencesKeepWhatWasDone, touchedHoldsWhatDiffers } from './edit.testing.ts'

test.each([
  {
    title: 'Any sequence of edits: rows never overlap, and every instant is what was last done to it',
    run: sequencesKeepWhatWasDone,
  },
  { title: 'What differs is within what is said to be touched', run: touchedHoldsWhatDiffers },
  { title: 'To insert and to delete again leaves what counts as it was', run: insertThenDeleteIsIdentity },
])('$title', async ({ title, run }) => {
  await coverCases({ title, whole: 10_000, share: 200, properties: 3, run })
})

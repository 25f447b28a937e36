import { test } from 'vitest'
import { insertThenDeleteIsIdentity, sequencesKeepWhatWasDone, touchedHoldsWhatDiffers } from './edit.testing.ts'

test('Any sequence of edits: rows never overlap, and every instant is what was last done to it', () =>
  sequencesKeepWhatWasDone(10_000))
test('What differs is within what is said to be touched', () => touchedHoldsWhatDiffers(10_000))
test('To insert and to delete again leaves what counts as it was', () => insertThenDeleteIsIdentity(10_000))

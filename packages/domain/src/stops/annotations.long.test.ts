import { test } from 'vitest'
import { placingAgrees } from './placing.testing.ts'

test('what was written on stops is placed as one would by hand, in 10,000 cases', () => placingAgrees(10_000), 120_000)

import { test } from 'vitest'
import { figuresMatchReference } from './against-reference.testing.ts'

test('Figures of any machine equal those of looking at each millisecond', () => figuresMatchReference(100))

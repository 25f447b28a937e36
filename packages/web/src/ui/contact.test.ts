import { expect, it } from 'vitest'
import { isStale } from './contact.tsx'

it('the bolt shows once the last contact is more than 300 s old, or where there was none', () => {
  const at = Date.UTC(2026, 10, 21)
  expect(isStale(at, at + 300_000)).toBe(false)
  expect(isStale(at, at + 300_001)).toBe(true)
  expect(isStale(null, at)).toBe(true)
})

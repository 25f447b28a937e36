import { expect, it } from 'vitest'
import { reasonTone } from './reason-tones.ts'

it('reasons have twenty tones, each reason always the same', () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1)
  expect(new Set(ids.map(reasonTone)).size).toBe(20)
  for (const id of ids) expect(reasonTone(id)).toBe(reasonTone(id + 20))
})

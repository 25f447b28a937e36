import { expect, it } from 'vitest'
import { pictureFault } from './picture.ts'

it('says before it is sent what cannot be a logo', () => {
  expect(pictureFault({ type: 'image/png', size: 262_144 })).toBeUndefined()
  expect(pictureFault({ type: 'image/webp', size: 10 })).toBeUndefined()
  expect(pictureFault({ type: 'image/png', size: 262_145 })).toBe('This picture has 257 KB. A logo has at most 256 KB')
  expect(pictureFault({ type: 'image/svg+xml', size: 10 })).toBe('This is not a PNG or WebP. Choose another picture')
})

import { expect, test } from 'vitest'
import { isSamePolicy, originsOf } from './document-origins.ts'

const drawings = { index_url: 'https://drawings.example/app?x=1', icon_url: 'https://icons.example:8443/a.svg' }
const plain = { index_url: 'https://plain.example/', icon_url: null }
const none = { frames: [], images: [] }

test('the origins of add-ins are those of their pages and of their icons', () => {
  expect(originsOf([drawings, plain])).toEqual({
    frames: ['https://drawings.example', 'https://plain.example'],
    images: ['https://icons.example:8443'],
  })
})

test('a policy is the same in any order and with repeated origins, and another one with more or fewer', () => {
  const both = originsOf([drawings, plain])
  expect(isSamePolicy(both, originsOf([plain, drawings, drawings]))).toBe(true)
  expect(isSamePolicy(none, none)).toBe(true)
  expect(isSamePolicy(both, { ...both, images: [] })).toBe(false)
  expect(isSamePolicy(both, { ...both, frames: ['https://plain.example'] })).toBe(false)
  expect(isSamePolicy(none, both)).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'
import { takeReloadFor } from './document-origins.ts'
import { framingOf } from './frame-origins.ts'

const drawings = 'https://drawings.example'
const wanted = { frames: [drawings], images: [] }

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('the document is loaded again once for the same origins', () => {
  expect([framingOf(drawings), framingOf(drawings)]).toEqual(['reload', 'refused'])
  expect([takeReloadFor(wanted), takeReloadFor(wanted)]).toEqual([true, false])
})

test('a browser without storage shows the page and does not load the document again and again', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })
  expect(framingOf(drawings)).toBe('refused')
  expect(takeReloadFor(wanted)).toBe(false)
  expect(takeReloadFor({ frames: [], images: [] })).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clean } from './clean.ts'

const report = { version: '0.1.0', route: '/', message: 'x', stack: null, browser: null }

test('what follows ? or # in any address is cut off', () => {
  const cleaned = clean({
    ...report,
    route: '/e/17?token=canary#canary',
    message: 'Failed to fetch https://plant.example/v0/e/17?key=canary&x=canary',
    stack: 'at f (https://plant.example/assets/app-1.js?v=canary:12:34)\n  at g (/assets/b.js#canary)',
  })
  expect(cleaned.route).toBe('/e/17')
  expect(cleaned.message).toBe('Failed to fetch https://plant.example/v0/e/17')
  expect(cleaned.stack).toBe('at f (https://plant.example/assets/app-1.js)\n  at g (/assets/b.js)')
  expect(clean({ ...report, message: 'Is this a question? Yes #1' }).message).toBe('Is this a question? Yes #1')
  expect(clean({ ...report, route: '?x' }).route).toBe('/')
})

test('the longest report is cleaned in a moment, also if it is one long word', () => {
  const [message, stack] = ['a', 'ab.'].map((text) => text.repeat(500_000))
  const cleaned = clean({ ...report, message: `${message}`, stack: `${stack}` })
  expect([cleaned.message.length, cleaned.stack?.length]).toEqual([500, 4000])
})

test('everything is cut to length, whatever it is, and can be stored and shown', () => {
  const text = fc
    .array(fc.nat(0x10ffff), { minLength: 1, maxLength: 6000 })
    .map((points) => String.fromCodePoint(...points).toWellFormed())
  fc.assert(
    fc.property(text, text, text, (route, message, stack) => {
      const cleaned = clean({ version: route, route, message, stack, browser: message })
      expect(cleaned.version.length).toBeLessThanOrEqual(40)
      expect(cleaned.route.length).toBeLessThanOrEqual(400)
      expect(cleaned.message.length).toBeLessThanOrEqual(500)
      expect(cleaned.stack?.length).toBeLessThanOrEqual(4000)
      expect(cleaned.browser?.length).toBeLessThanOrEqual(200)
      for (const value of Object.values(cleaned)) {
        expect(value).not.toContain('\u0000')
        expect(value).not.toContain('\u001b')
        expect(value?.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
})

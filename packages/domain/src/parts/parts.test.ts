import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkOf, maintainedParts, maintenanceText, partActions } from './index.ts'

const id = fc.integer({ min: 1, max: 6 })

describe('the link of a part', () => {
  test.each([
    ['https://parts.example/a?b=c#d', 'https://parts.example/a?b=c#d'],
    [' http://intranet:8080 ', 'http://intranet:8080'],
    ['HTTPS://Parts.Example', 'HTTPS://Parts.Example'],
    ['  ', null],
  ])('%j is taken', (text, link) => expect(linkOf(text)).toBe(link))

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://me:secret@parts.example/',
    'https:\\\\parts.example',
    'https://parts.example/a b',
    'https://parts.example/a\u0000',
    'parts.example',
    `https://parts.example/${'a'.repeat(2000)}`,
  ])('%j is refused', (text) => expect(linkOf(text)).toBeUndefined())

  test('always begins with http:// or https://', () => {
    const anyText = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points).toWellFormed())
    fc.assert(fc.property(anyText, (text) => /^https?:\/\//i.test(linkOf(text) ?? 'http://')))
  })
})

test('Maintenance is said in the past tense, with the quantity if it is more than 1', () => {
  expect(partActions.map((action) => maintenanceText(action, 1))).toEqual([
    ...['inspected', 'adjusted', 'lubricated', 'cleaned', 'replaced', 'refilled', 'tested', 'calibrated', 'swapped'],
    ...['upgraded', 'consumed', 'maintained (other)'],
  ])
  expect(maintenanceText('replace', 4)).toBe('replaced × 4')
})

test('The sums of parts count each event of a listed part once, oldest first', () => {
  const event = fc.record({ partId: id, at: fc.nat(50), qty: fc.integer({ min: 1, max: 9 }) })
  const property = fc.property(fc.uniqueArray(id), fc.array(event, { maxLength: 30 }), (partIds, events) => {
    const sums = maintainedParts(partIds, events)
    for (const [i, partId] of partIds.entries()) {
      const ofPart = events.filter((candidate) => candidate.partId === partId)
      expect(sums[i]?.count).toBe(ofPart.length)
      expect(sums[i]?.qty).toBe(ofPart.reduce((sum, { qty }) => sum + qty, 0))
      expect(sums[i]?.events.map(({ at }) => at)).toEqual(ofPart.map(({ at }) => at).sort((a, b) => a - b))
    }
    expect(sums).toHaveLength(partIds.length)
  })
  fc.assert(property)
})

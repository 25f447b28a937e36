import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVERYWHERE, isUsedOn, linkOf, maintainedParts, maintenanceText, type PartScope, partActions } from './index.ts'

const id = fc.integer({ min: 1, max: 6 })
const ids = fc.array(id, { maxLength: 3 })
const scope: fc.Arbitrary<PartScope> = fc.record({
  orgUnitIds: ids,
  equipmentIds: ids,
  categoryIds: ids,
  manufacturerIds: ids,
  modelIds: ids,
})
const machine = fc.record({
  equipmentId: id,
  orgUnitIds: fc.uniqueArray(id, { minLength: 1 }).map((list) => new Set(list)),
  categoryId: fc.option(id),
  manufacturerId: fc.option(id),
  modelId: fc.option(id),
})

describe('a part', () => {
  test('without any list is used on every machine', () => {
    fc.assert(fc.property(machine, (placed) => isUsedOn(EVERYWHERE, placed)))
  })

  test('is used where any of its lists matches, and else nowhere', () => {
    const property = fc.property(scope, machine, (lists, placed) => {
      const pairs: [readonly number[], readonly (number | null)[]][] = [
        [lists.orgUnitIds, [...placed.orgUnitIds]],
        [lists.equipmentIds, [placed.equipmentId]],
        [lists.categoryIds, [placed.categoryId]],
        [lists.manufacturerIds, [placed.manufacturerId]],
        [lists.modelIds, [placed.modelId]],
      ]
      const matches = pairs.filter(([list, values]) => values.some((value) => value !== null && list.includes(value)))
      const entries = pairs.flatMap(([list]) => list)
      expect(isUsedOn(lists, placed)).toBe(entries.length === 0 || matches.length > 0)
    })
    fc.assert(property, { numRuns: 500 })
  })
})

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

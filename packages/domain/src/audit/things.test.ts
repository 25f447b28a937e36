import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindInField, thingsIn } from './things.ts'

test.each([
  ['userId', undefined, 'user'],
  ['user_ids', undefined, 'user'],
  ['parentOrgUnitId', undefined, 'org_unit'],
  ['notifyRosterIds', undefined, 'roster'],
  ['id', 'criticalParts', 'part'],
  ['id', 'stops', undefined],
  ['constructor', undefined, undefined],
  ['name', undefined, undefined],
])('the field %s within %s has ids of the kind %s', (field, parent, kind) => {
  expect(kindInField(field, parent)).toBe(kind)
})

test('an entry is about its subject and the things that its fields name, each once', () => {
  const before = { userId: 3, orgUnitIds: [17, 4], criticalParts: [{ id: 8, qty: 2 }], count: 5 }
  expect(thingsIn({ subject: 'org_unit/17', before, after: { userId: 3, reasonId: null } })).toEqual([
    'org_unit/17',
    'user/3',
    'org_unit/4',
    'part/8',
  ])
})

test('a subject without an id, or of a kind without names, is no thing', () => {
  for (const subject of ['tag', 'session/5', 'stop', 'quarantine/9'])
    expect(thingsIn({ subject, before: null, after: null })).toEqual([])
  expect(thingsIn({ subject: 'equipment/5/schedule', before: null, after: null })).toEqual(['equipment/5'])
})

test('things have a named kind and a number, whatever an entry contains', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (subject, before, after) => {
      for (const thing of thingsIn({ subject, before, after })) expect(thing).toMatch(/^[a-z_]+\/[1-9]\d*$/)
    }),
  )
})

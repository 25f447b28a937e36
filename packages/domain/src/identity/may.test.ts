import { describe, expect, test } from 'vitest'
import { type ActingParty, isListable, may, onlyReads, verdictOn } from './may.ts'
import type { GuardedCall, Policy } from './policy.ts'

const call = (policy: Partial<Policy>): GuardedCall => ({
  operation: 'thing.change',
  policy: { least: 'user', scope: 'company', rate: 'write', audit: true, ...policy },
})
const person = (role: 'user' | 'admin' | 'superuser'): ActingParty => ({ kind: 'user', userId: 1, role })
const display: ActingParty = {
  kind: 'kiosk',
  grants: { mayGiveReasons: true, mayCountScrap: false, maySetRuns: false },
}
const key = (operations: readonly string[] | null): ActingParty => ({ kind: 'api_key', operations, role: 'admin' })

describe('may', () => {
  test('admits a person from the least role on', () => {
    for (const [role, isAdmitted] of [
      ['user', false],
      ['admin', true],
      ['superuser', true],
    ] as const)
      expect([role, may(person(role), call({ least: 'admin' }))]).toEqual([role, isAdmitted])
  })

  test('admits everybody to a public call, only devices to their calls, and the program to all', () => {
    expect(may({ kind: 'device' }, call({ least: 'public' }))).toBe(true)
    expect(may({ kind: 'device' }, call({ least: 'user' }))).toBe(false)
    expect(may({ kind: 'device' }, call({ least: 'device' }))).toBe(true)
    expect(may(person('superuser'), call({ least: 'device' }))).toBe(false)
    expect(may({ kind: 'system' }, call({ least: 'superuser', owner: 'own' }), { ownerId: 9 })).toBe(true)
  })

  test('admits a display by its rule and its grants only', () => {
    expect(may(display, call({}))).toBe(false)
    expect(may(display, call({ kiosk: { about: [] } }))).toBe(true)
    expect(may(display, call({ kiosk: { about: [], needs: 'reasons' } }))).toBe(true)
    expect(may(display, call({ kiosk: { about: [], needs: 'scrap' } }))).toBe(false)
    expect(may(display, call({ kiosk: { about: [], needs: 'runs' } }))).toBe(false)
  })

  test('admits an API key to what it lists, and without a list to what users read', () => {
    expect(may(key(['thing.change']), call({ least: 'admin' }))).toBe(true)
    expect(may(key(['thing.change']), call({ least: 'superuser' }))).toBe(false)
    expect(may(key(['thing.change']), call({ listable: false }))).toBe(false)
    const { audit: _, ...reading } = call({}).policy
    expect(may(key(null), { operation: 'thing.read', policy: reading })).toBe(true)
    expect(may(key(null), call({}))).toBe(false)
    expect(onlyReads({ ...reading, unaudited: 'It is stored itself' })).toBe(false)
    expect(isListable({ ...reading, via: 'socket' })).toBe(false)
  })

  test('hides what belongs to others, or leaves it to admins, by the owner rule', () => {
    const verdicts = (owner: 'own' | 'own_or_admin' | 'own_or_superuser') =>
      (['user', 'admin'] as const).map((role) =>
        [1, 2].map((ownerId) => verdictOn(person(role), call({ owner }), { ownerId })),
      )
    expect(verdicts('own')).toEqual([
      ['yes', 'absent'],
      ['yes', 'absent'],
    ])
    expect(verdicts('own_or_admin')).toEqual([
      ['yes', 'forbidden'],
      ['yes', 'yes'],
    ])
    expect(verdicts('own_or_superuser')).toEqual([
      ['yes', 'forbidden'],
      ['yes', 'forbidden'],
    ])
    const ofNobody = (role: 'user' | 'admin' | 'superuser') =>
      verdictOn(person(role), call({ owner: 'own_or_superuser' }), { ownerId: null })
    expect((['user', 'admin', 'superuser'] as const).map(ofNobody)).toEqual(['forbidden', 'forbidden', 'yes'])
  })
})

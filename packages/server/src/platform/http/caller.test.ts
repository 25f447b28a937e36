import { calls, type Operation } from '@millwatch/contract/calls/all'
import type { Role } from '@millwatch/domain/identity'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOperation, policyOf } from '../policy.ts'
import {
  type ApiKeyCaller,
  actorOf,
  admit,
  type Caller,
  type KioskCaller,
  principalOf,
  type UserCaller,
} from './caller.ts'
import { subjectsOf } from './page-of-kiosk.ts'

const entering = { companyId: 1, expiresAt: 0 }
const person = (role: Role, mustChangePassword = false, mustSetUpFactor = false): UserCaller => ({
  ...{ ...entering, kind: 'user', userId: 7, sessionId: 70, role, mustChangePassword, mustSetUpFactor },
})
const display: KioskCaller = {
  ...{ ...entering, kind: 'kiosk', kioskId: 7, sessionId: 71 },
  grants: {
    page: 'unit',
    equipmentId: null,
    orgUnitId: 5,
    mayGiveReasons: true,
    mayCountScrap: true,
    maySetRuns: true,
  },
}
const program: ApiKeyCaller = { ...entering, kind: 'api_key', apiKeyId: 7, operations: null, role: 'superuser' }

const operations = Object.keys(calls).filter(isOperation)

/** Returns `yes`, or the code of the error thrown. */
function verdict(caller: Caller, operation: Operation): string {
  try {
    admit(caller, calls[operation])
    return 'yes'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'thrown'
  }
}

describe('who is let in', () => {
  test('with a password of somebody else’s choosing one can read who one is, change it, and leave', () => {
    const open = operations.filter((operation) => verdict(person('superuser', true), operation) === 'yes')
    expect(open.sort()).toEqual(['password.change', 'session.end', 'user.self.read'])
    const others = operations.filter((operation) => !open.includes(operation))
    for (const operation of others) expect(verdict(person('superuser', true), operation)).toBe('password_must_change')
  })

  test('without the second factor that the company requires one can set it up, and nothing else of use', () => {
    const open = operations.filter((operation) => verdict(person('superuser', false, true), operation) === 'yes')
    const setUp = ['passkey.add', 'passkey.begin', 'second_factor.begin', 'second_factor.confirm', 'second_factor.read']
    expect(open.sort()).toEqual(['password.change', ...setUp, 'session.end', 'user.self.read'].sort())
    for (const operation of operations.filter((candidate) => !open.includes(candidate)))
      expect(verdict(person('superuser', false, true), operation)).toBe('second_factor_required')
    for (const operation of setUp)
      expect(verdict(person('superuser', true, true), operation as Operation)).toBe('password_must_change')
  })

  test('displays and programs are no persons: what is about oneself is forbidden to them', () => {
    for (const operation of operations) {
      if (policyOf(operation).scope !== 'self' || policyOf(operation).least === 'public') continue
      expect([operation, verdict(program, operation)]).toEqual([operation, 'forbidden'])
      const isOfDisplays = operation === 'session.renew'
      expect([operation, verdict(display, operation)]).toEqual([operation, isOfDisplays ? 'yes' : 'forbidden'])
    }
  })

  test('nobody is let in to what is for others, and everybody gets the same answer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...operations),
        fc.constantFrom<Role>('user', 'admin', 'superuser'),
        (operation, role) => {
          expect(['yes', 'forbidden']).toContain(verdict(person(role), operation))
        },
      ),
    )
    expect(verdict(person('user'), 'kiosk.self.read')).toBe('forbidden')
    expect(verdict(display, 'kiosk.self.read')).toBe('yes')
    expect(verdict(person('user'), 'org_unit.create')).toBe('forbidden')
    expect(verdict(person('admin'), 'org_unit.create')).toBe('yes')
  })

  test('a person, a display and a key of one number are three principals', () => {
    const all = [person('user'), display, program]
    expect(new Set(all.map(principalOf)).size).toBe(3)
    expect(all.map((caller) => actorOf(caller, '10.0.0.1'))).toEqual([
      { kind: 'user', userId: 7, role: 'user', sessionId: 70, ip: '10.0.0.1' },
      { kind: 'kiosk', kioskId: 7, sessionId: 71, grants: display.grants, ip: '10.0.0.1' },
      { kind: 'api_key', apiKeyId: 7, operations: null, role: 'superuser', ip: '10.0.0.1' },
    ])
  })
})

describe('what a request of a display is about', () => {
  const slot = (at: 'params.id' | 'query.ids' | 'body.ids') => ({ at, kind: 'equipment' as const })
  const subjects = (...ids: number[]) => ids.map((id) => ({ kind: 'equipment', id }))

  test.each([
    ['an id of the path', slot('params.id'), { params: { id: 5 } }, subjects(5)],
    ['ids with commas', slot('query.ids'), { query: { ids: '5,6' } }, subjects(5, 6)],
    ['a list', slot('body.ids'), { body: { ids: [5, 6] } }, subjects(5, 6)],
    ['nothing', slot('query.ids'), { query: {} }, null],
    ['an empty list', slot('body.ids'), { body: { ids: [] } }, null],
    ['no body at all', slot('body.ids'), { body: undefined }, null],
  ])('%s', (_what, about, parts, expected) => {
    expect(subjectsOf({ about: [about] }, { params: {}, query: {}, body: {}, ...parts })).toEqual(expected)
  })

  test('all of what it names, or it names too little', () => {
    const rule = { about: [slot('params.id'), slot('query.ids')] }
    expect(subjectsOf(rule, { params: { id: 1 }, query: { ids: '2' }, body: {} })).toEqual(subjects(1, 2))
    expect(subjectsOf(rule, { params: { id: 1 }, query: {}, body: {} })).toBeNull()
    expect(subjectsOf({ about: [] }, { params: {}, query: {}, body: {} })).toEqual([])
  })
})

import { calls, type Operation } from '@millwatch/contract/calls/all'
import {
  isListable,
  may as mayCall,
  maySee,
  onlyReads,
  type Policy,
  type Role,
  verdictOn,
} from '@millwatch/domain/identity'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor } from './ctx.ts'
import { allow, faultOf, isOperation, policyOf } from './policy.ts'

const operations = Object.keys(calls).filter(isOperation)
const may = (actor: Actor, operation: Operation): boolean => mayCall(actor, calls[operation])
const anyOperation = fc.constantFrom(...operations)
const anyRole = fc.constantFrom<Role>('user', 'admin', 'superuser')

const person = (role: Role, userId = 1): Actor => ({ kind: 'user', userId, role, sessionId: 1 })
const key = (listed: readonly string[] | null, role: Role = 'superuser'): Actor => ({
  kind: 'api_key',
  apiKeyId: 1,
  operations: listed,
  role,
})
const kiosk = (mayGiveReasons: boolean, mayCountScrap: boolean, maySetRuns: boolean): Actor => ({
  kind: 'kiosk',
  kioskId: 1,
  sessionId: 1,
  grants: { page: 'operator', equipmentId: 1, orgUnitId: null, mayGiveReasons, mayCountScrap, maySetRuns },
})
const device: Actor = { kind: 'device', deviceId: 1 }
const done = (actor: Actor) => operations.filter((operation) => may(actor, operation))

describe('who may do what', () => {
  test('a superuser may all that an admin may, and an admin all that a user may (P18)', () => {
    fc.assert(
      fc.property(anyOperation, (operation) => {
        if (may(person('user'), operation)) expect(may(person('admin'), operation)).toBe(true)
        if (may(person('admin'), operation)) expect(may(person('superuser'), operation)).toBe(true)
      }),
    )
    expect(done(person('user')).length).toBeLessThan(done(person('admin')).length)
    expect(done(person('admin')).length).toBeLessThan(done(person('superuser')).length)
  })

  test('no person does what is for devices or displays, and no device what is for people', () => {
    for (const operation of operations) {
      const { least } = policyOf(operation)
      if (least === 'device' || least === 'kiosk') expect(may(person('superuser'), operation)).toBe(false)
      expect(may(device, operation)).toBe(least === 'device' || least === 'public')
    }
  })

  test('an API key never may what its maker may not', () => {
    fc.assert(
      fc.property(fc.array(anyOperation), anyOperation, anyRole, (listed, operation, role) => {
        if (may(key(listed, role), operation)) expect(may(person(role), operation)).toBe(true)
        if (may(key(null, role), operation)) expect(may(person('user'), operation)).toBe(true)
      }),
    )
  })

  test('an API key that lists operations may those and no other that is not open to anybody', () => {
    fc.assert(
      fc.property(fc.array(anyOperation), anyOperation, (listed, operation) => {
        const isOpen = policyOf(operation).least === 'public'
        expect(may(key(listed), operation)).toBe(
          isOpen || (listed.includes(operation) && isListable(policyOf(operation))),
        )
      }),
    )
  })

  test('no API key may ever list what is about people, ways in, the record, or oneself', () => {
    for (const operation of operations) {
      const row = policyOf(operation)
      const isAbout = /^(user|invitation|roster|kiosk|api_key|audit|mail|session|password)\./.test(operation)
      if (isAbout || row.scope !== 'company')
        expect(may(key([operation]), operation) && row.least !== 'public').toBe(false)
    }
  })

  test('an API key that lists nothing reads, and changes nothing', () => {
    for (const operation of operations) {
      const row = policyOf(operation)
      if (row.least === 'public') continue
      const isRead =
        row.least === 'user' && row.scope === 'company' && onlyReads(policyOf(operation)) && row.via === undefined
      expect([operation, may(key(null), operation)]).toEqual([operation, isRead])
    }
    expect(done(key(null))).toContain('equipment.read')
    expect(done(key(null))).not.toContain('run.start')
  })

  test('a display may what its row lets it, reasons, scrap and runs only where it was allowed', () => {
    const all = done(kiosk(true, true, true)).filter((operation) => policyOf(operation).least !== 'public')
    expect(all).toEqual(operations.filter((operation) => policyOf(operation).kiosk !== undefined))
    const runs = ['tag.list', 'run.start', 'run.update', 'run.end']
    const granted = ['status.annotate', 'reason.list', 'run.scrap', ...runs]
    const none = done(kiosk(false, false, false)).filter((operation) => policyOf(operation).least !== 'public')
    expect(none).toEqual(all.filter((operation) => !granted.includes(operation)))
    const grantedWith = (...grants: Parameters<typeof kiosk>) =>
      granted.filter((operation) => may(kiosk(...grants), operation as (typeof operations)[number]))
    expect(grantedWith(true, false, false)).toEqual(['status.annotate', 'reason.list'])
    expect(grantedWith(false, true, false)).toEqual(['run.scrap'])
    expect(grantedWith(false, false, true)).toEqual(runs)
  })

  test('a display writes only what it was allowed, and that it is there', () => {
    const writing = operations.filter(
      (operation) => policyOf(operation).kiosk !== undefined && !onlyReads(policyOf(operation)),
    )
    expect(writing.sort()).toEqual(
      [
        'client_error.report',
        'run.end',
        'run.scrap',
        'run.start',
        'run.update',
        'session.renew',
        'status.annotate',
      ].sort(),
    )
  })

  test('revenue, parts and e-mail addresses are for admins and up, never for displays, programs and devices', () => {
    fc.assert(
      fc.property(fc.constantFrom('money' as const, 'email' as const), anyRole, (field, role) => {
        expect(maySee(person(role), field)).toBe(role !== 'user')
        expect(maySee(key(null, role), field)).toBe(false)
        expect(maySee(kiosk(true, true, true), field)).toBe(false)
        expect(maySee(device, field)).toBe(false)
      }),
    )
  })
})

describe('whose it is', () => {
  test('what is somebody else’s own does not exist, or is for admins or superusers', () => {
    fc.assert(
      fc.property(anyOperation, anyRole, fc.integer({ min: 1, max: 3 }), (operation, role, ownerId) => {
        const { owner } = policyOf(operation)
        const verdict = verdictOn(person(role, 2), calls[operation], { ownerId })
        if (!may(person(role, 2), operation)) expect(verdict).toBe('forbidden')
        else if (owner === undefined || ownerId === 2) expect(verdict).toBe('yes')
        else if (owner === 'own') expect(verdict).toBe('absent')
        else if (owner === 'own_or_superuser') expect(verdict).toBe(role === 'superuser' ? 'yes' : 'forbidden')
        else expect(verdict).toBe(role === 'user' ? 'forbidden' : 'yes')
      }),
    )
  })

  test('allow says so by the errors of the closed list', () => {
    expect(() => allow(person('superuser'), 'session.end_one', { ownerId: 9 })).toThrow(
      expect.objectContaining({ status: 404 }),
    )
    expect(() => allow(person('user'), 'user.update', { ownerId: 9 })).toThrow(expect.objectContaining({ status: 403 }))
    expect(() => allow(person('admin'), 'user.update', { ownerId: 9 })).not.toThrow()
    expect(() => allow(person('user'), 'org_unit.create')).toThrow(expect.objectContaining({ status: 403 }))
    expect(() => allow({ kind: 'system' }, 'org_unit.create')).not.toThrow()
  })
})

describe('the table', () => {
  test('a call that writes has an audit name, or a reason why it has none', () => {
    const bare: Policy = { least: 'user', scope: 'company', rate: 'write' }
    expect(mayCall(key(['x']), { operation: 'x', policy: bare })).toBe(true)
    for (const operation of operations) {
      const row = policyOf(operation)
      const isWrite = row.audit !== undefined || row.unaudited !== undefined
      expect([operation, faultOf(operation, isWrite ? 'POST' : 'GET')]).toEqual([operation, null])
      expect(faultOf(operation, isWrite ? 'GET' : 'PUT')).toContain(operation)
    }
    expect(faultOf('nobody.knows', 'GET')).toContain('no policy')
  })

  test('no row is both audited and excused', () => {
    const excused = operations.filter((operation) => policyOf(operation).unaudited !== undefined)
    expect(excused.length).toBeGreaterThan(5)
    for (const operation of excused) expect(policyOf(operation).audit).toBeUndefined()
  })

  test('writes go by the allowance of writes, of heavy work, or of those who come in', () => {
    for (const operation of operations)
      if (policyOf(operation).audit) expect(['write', 'heavy', 'sign_in']).toContain(policyOf(operation).rate)
  })
})

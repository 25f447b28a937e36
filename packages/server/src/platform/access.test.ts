import type { Role } from '@millwatch/domain/identity'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isListable, mayDo, maySee, reachesOwner } from './access.ts'
import type { Actor } from './ctx.ts'
import { allow, faultOf, isOperation, may, type Operation, policy, reads, rowOf, unaudited } from './policy.ts'
import type { PolicyRow } from './policy-row.ts'

const operations = Object.keys(policy).filter(isOperation)
const anyOperation = fc.constantFrom(...operations)
const anyRole = fc.constantFrom<Role>('user', 'admin', 'superuser')

const person = (role: Role, userId = 1): Actor => ({ kind: 'user', userId, role, sessionId: 1 })
const key = (listed: readonly string[] | null, role: Role = 'superuser'): Actor => ({
  kind: 'api_key',
  apiKeyId: 1,
  operations: listed,
  role,
})
const kiosk = (mayGiveReasons: boolean, mayCountScrap: boolean): Actor => ({
  kind: 'kiosk',
  kioskId: 1,
  sessionId: 1,
  grants: { page: 'operator', equipmentId: 1, orgUnitId: null, mayGiveReasons, mayCountScrap },
})
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
      const { least } = rowOf(operation)
      if (least === 'device' || least === 'kiosk') expect(may(person('superuser'), operation)).toBe(false)
      expect(may({ kind: 'device', deviceId: 1 }, operation)).toBe(least === 'device' || least === 'public')
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
        const isOpen = rowOf(operation).least === 'public'
        expect(may(key(listed), operation)).toBe(isOpen || (listed.includes(operation) && isListable(rowOf(operation))))
      }),
    )
  })

  test('no API key may ever list what is about people, ways in, the record, or oneself', () => {
    for (const operation of operations) {
      const row = rowOf(operation)
      const isAbout = /^(user|invitation|roster|kiosk|api_key|audit|mail|session|password)\./.test(operation)
      if (isAbout || row.scope !== 'company')
        expect(may(key([operation]), operation) && row.least !== 'public').toBe(false)
    }
  })

  test('an API key that lists nothing reads, and changes nothing', () => {
    for (const operation of operations) {
      const row = rowOf(operation)
      if (row.least === 'public') continue
      const isRead = row.least === 'user' && row.scope === 'company' && reads(operation) && row.via === undefined
      expect([operation, may(key(null), operation)]).toEqual([operation, isRead])
    }
    expect(done(key(null))).toContain('equipment.read')
    expect(done(key(null))).not.toContain('run.start')
  })

  test('a display may what its row lets it, reasons and scrap only where it was allowed', () => {
    const both = done(kiosk(true, true)).filter((operation) => rowOf(operation).least !== 'public')
    expect(both).toEqual(operations.filter((operation) => rowOf(operation).kiosk !== undefined))
    const without = (...names: string[]) => both.filter((operation) => !names.includes(operation))
    const neither = done(kiosk(false, false)).filter((operation) => rowOf(operation).least !== 'public')
    expect(neither).toEqual(without('status.annotate', 'reason.list', 'run.scrap'))
    expect(may(kiosk(true, false), 'status.annotate')).toBe(true)
    expect(may(kiosk(true, false), 'run.scrap')).toBe(false)
    expect(may(kiosk(false, true), 'reason.list')).toBe(false)
  })

  test('a display writes only what it was allowed, and that it is there', () => {
    const writing = operations.filter((operation) => rowOf(operation).kiosk !== undefined && !reads(operation))
    expect(writing.sort()).toEqual(['client_error.report', 'run.scrap', 'session.renew', 'status.annotate'])
  })

  test('revenue, parts and e-mail addresses are for admins and up, never for displays, programs and devices', () => {
    fc.assert(
      fc.property(fc.constantFrom('money' as const, 'email' as const), anyRole, (field, role) => {
        expect(maySee(person(role), field)).toBe(role !== 'user')
        expect(maySee(key(null, role), field)).toBe(false)
        expect(maySee(kiosk(true, true), field)).toBe(false)
        expect(maySee({ kind: 'device', deviceId: 1 }, field)).toBe(false)
      }),
    )
  })
})

describe('whose it is', () => {
  test('what is somebody else’s own does not exist, or is for admins', () => {
    fc.assert(
      fc.property(anyOperation, anyRole, fc.integer({ min: 1, max: 3 }), (operation, role, ownerId) => {
        const { owner } = rowOf(operation)
        const verdict = reachesOwner(person(role, 2), rowOf(operation), ownerId)
        if (owner === undefined || ownerId === 2) expect(verdict).toBe('yes')
        else if (owner === 'own') expect(verdict).toBe('absent')
        else expect(verdict).toBe(role === 'user' ? 'forbidden' : 'yes')
      }),
    )
  })

  test('allow says so by the errors of the closed list', () => {
    expect(() => allow(person('superuser'), 'session.end_one', 9)).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => allow(person('user'), 'user.update', 9)).toThrow(expect.objectContaining({ status: 403 }))
    expect(() => allow(person('admin'), 'user.update', 9)).not.toThrow()
    expect(() => allow(person('user'), 'org_unit.create')).toThrow(expect.objectContaining({ status: 403 }))
    expect(() => allow({ kind: 'system' }, 'org_unit.create')).not.toThrow()
  })
})

describe('the table', () => {
  test('a call that writes has an audit name, or a reason why it has none', () => {
    const bare: PolicyRow = { least: 'user', scope: 'company', rate: 'write' }
    expect(mayDo(key(['x']), 'x', bare, () => false)).toBe(true)
    for (const operation of operations) {
      const row = rowOf(operation)
      const isWrite = row.audit !== undefined || operation in unaudited
      expect([operation, faultOf(operation, isWrite ? 'POST' : 'GET')]).toEqual([operation, null])
      expect(faultOf(operation, isWrite ? 'GET' : 'PUT')).toContain(operation)
    }
    expect(faultOf('nobody.knows', 'GET')).toContain('no row')
  })

  test('no row is both audited and excused', () => {
    for (const operation of Object.keys(unaudited)) expect(rowOf(operation as Operation).audit).toBeUndefined()
  })

  test('writes go by the allowance of writes, of heavy work, or of those who come in', () => {
    for (const operation of operations)
      if (rowOf(operation).audit) expect(['write', 'heavy', 'sign_in']).toContain(rowOf(operation).rate)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayChangeRole, mayRemove, type Role, type RoleBearer, type RoleSwitches, roleAfter } from './roles.ts'

const roles: readonly Role[] = ['user', 'admin', 'superuser']
const rank = (role: Role) => roles.indexOf(role)
const bearer = (id: number, role: Role): RoleBearer => ({ id, role })

describe('the two switches', () => {
  test.each<[Role, RoleSwitches, Role | null]>([
    ['user', { isSuperuser: true }, 'superuser'],
    ['user', { isAdmin: true }, 'admin'],
    ['user', { isSuperuser: false }, 'user'],
    ['user', {}, 'user'],
    ['admin', { isAdmin: false }, 'user'],
    ['admin', { isSuperuser: false }, 'admin'],
    ['admin', { isAdmin: true, isSuperuser: true }, 'superuser'],
    ['superuser', { isAdmin: false }, 'user'],
    ['superuser', { isSuperuser: false }, 'admin'],
    ['superuser', { isSuperuser: false, isAdmin: true }, 'admin'],
    ['superuser', { isAdmin: true }, 'superuser'],
    ['superuser', {}, 'superuser'],
    ['user', { isAdmin: false, isSuperuser: true }, null],
    ['superuser', { isAdmin: false, isSuperuser: true }, null],
  ])('%s with %o is %s', (current, request, after) => {
    expect(roleAfter(current, request)).toBe(after)
  })
})

describe('who may change a role', () => {
  test('admins make and revoke admins, and touch no superuser', () => {
    const admin = bearer(1, 'admin')
    expect(mayChangeRole(admin, bearer(2, 'user'), 'admin', 1)).toBeNull()
    expect(mayChangeRole(admin, bearer(2, 'admin'), 'user', 1)).toBeNull()
    expect(mayChangeRole(admin, bearer(2, 'user'), 'superuser', 1)).toBe('forbidden')
    for (const wanted of roles) expect(mayChangeRole(admin, bearer(2, 'superuser'), wanted, 3)).toBe('forbidden')
  })

  test('nobody changes their own role, whatever it is and becomes', () => {
    for (const actorRole of roles) {
      for (const wanted of roles)
        expect(mayChangeRole(bearer(1, actorRole), bearer(1, actorRole), wanted, 9)).toBe('own_role')
      expect(mayRemove(bearer(1, actorRole), bearer(1, actorRole), 9)).toBe(
        actorRole === 'superuser' ? 'own_role' : 'forbidden',
      )
    }
  })

  test('users change nobody, and only superusers remove', () => {
    for (const target of roles) {
      for (const wanted of roles)
        expect(mayChangeRole(bearer(1, 'user'), bearer(2, target), wanted, 9)).toBe('forbidden')
      expect(mayRemove(bearer(1, 'user'), bearer(2, target), 9)).toBe('forbidden')
      expect(mayRemove(bearer(1, 'admin'), bearer(2, target), 9)).toBe('forbidden')
      expect(mayRemove(bearer(1, 'superuser'), bearer(2, target), 9)).toBeNull()
    }
  })

  test('Grafana CVE-2026-22640: an admin cannot remove or demote who stands above, and the last superuser stays', () => {
    const last = bearer(2, 'superuser')
    expect(mayChangeRole(bearer(1, 'admin'), last, 'user', 0)).toBe('forbidden')
    expect(mayRemove(bearer(1, 'admin'), last, 0)).toBe('forbidden')
    // A superuser who is not counted any more, as after a race.
    expect(mayChangeRole(bearer(1, 'superuser'), last, 'admin', 0)).toBe('last_superuser')
    expect(mayChangeRole(bearer(1, 'superuser'), last, 'user', 0)).toBe('last_superuser')
    expect(mayRemove(bearer(1, 'superuser'), last, 0)).toBe('last_superuser')
    expect(mayChangeRole(bearer(1, 'superuser'), last, 'superuser', 0)).toBeNull()
  })

  test('what a role may, the roles above it may too', () => {
    const others = fc.record({ target: fc.constantFrom(...roles), wanted: fc.constantFrom(...roles), count: fc.nat(4) })
    fc.assert(
      fc.property(others, fc.constantFrom(...roles), fc.constantFrom(...roles), ({ target, wanted, count }, a, b) => {
        const [lower, higher] = rank(a) <= rank(b) ? [a, b] : [b, a]
        const changing = (role: Role) => mayChangeRole(bearer(1, role), bearer(2, target), wanted, count)
        const removing = (role: Role) => mayRemove(bearer(1, role), bearer(2, target), count)
        if (changing(lower) === null) expect(changing(higher) ?? 'last_superuser').toBe('last_superuser')
        if (removing(lower) === null) expect(removing(higher)).toBeNull()
      }),
    )
  })
})

/** A company that applies the two rules to requests of anybody about anybody. */
class Company {
  readonly members: Map<number, Role>

  constructor(members: readonly Role[]) {
    this.members = new Map(members.map((role, id) => [id, role]))
  }

  superusersBeside(target?: number): number {
    return [...this.members].filter(([id, role]) => role === 'superuser' && id !== target).length
  }

  /** Applies a request when the rules allow it; returns true when it was applied. */
  ask({ actor, target, asked: request }: Step): boolean {
    const [actorRole, targetRole] = [this.members.get(actor), this.members.get(target)]
    if (actorRole === undefined || targetRole === undefined) return false
    const [by, targetBearer] = [bearer(actor, actorRole), bearer(target, targetRole)]
    if (request === 'remove') {
      const isDone = mayRemove(by, targetBearer, this.superusersBeside(target)) === null
      if (isDone) this.members.delete(target)
      return isDone
    }
    const wanted = roleAfter(targetRole, request)
    if (wanted === null || mayChangeRole(by, targetBearer, wanted, this.superusersBeside(target)) !== null) return false
    this.members.set(target, wanted)
    return true
  }
}

interface Step {
  readonly actor: number
  readonly target: number
  readonly asked: RoleSwitches | 'remove'
}

const maybe = fc.option(fc.boolean(), { nil: undefined })
const requests = fc.oneof(fc.constant('remove' as const), fc.record({ isAdmin: maybe, isSuperuser: maybe }))
const id = fc.integer({ min: 0, max: 5 })
const steps = fc.array(fc.record({ actor: id, target: id, asked: requests }), { maxLength: 40 })
const founders = fc
  .array(fc.constantFrom(...roles), { minLength: 2, maxLength: 6 })
  .filter((members) => members.includes('superuser'))

describe('any sequence of changes by anybody', () => {
  test('leaves a superuser, and lets nobody touch themselves', () => {
    fc.assert(
      fc.property(founders, steps, (members, sequence) => {
        const company = new Company(members)
        for (const step of sequence) {
          const actorRole = company.members.get(step.actor)
          const isDone = company.ask(step)
          expect(company.members.get(step.actor)).toBe(actorRole)
          if (isDone && step.asked !== 'remove') expect(step.actor).not.toBe(step.target)
          expect(company.superusersBeside()).toBeGreaterThanOrEqual(1)
        }
      }),
    )
  })

  test('gains nothing for those who are no superusers: together they neither become one nor unmake one', () => {
    fc.assert(
      fc.property(founders, steps, (members, sequence) => {
        const company = new Company(members)
        const above = (role: Role | undefined) => role === 'superuser'
        for (const step of sequence) if (!above(company.members.get(step.actor))) company.ask(step)
        expect(members.map(above)).toEqual(members.map((_, at) => above(company.members.get(at))))
      }),
    )
  })

  test('makes no admin of users who have no admin among them', () => {
    fc.assert(
      fc.property(founders, steps, (members, sequence) => {
        const company = new Company(members)
        for (const step of sequence) if (company.members.get(step.actor) === 'user') company.ask(step)
        expect([...company.members.values()]).toEqual(members)
      }),
    )
  })
})

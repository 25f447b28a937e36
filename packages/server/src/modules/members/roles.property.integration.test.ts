import { createUser } from '@millwatch/contract/http/members'
import { mayChangeRole, mayRemove, type Role, type RoleSwitches, roleAfter } from '@millwatch/domain/identity'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { personNamed, signedInCompany } from '@millwatch/lab/app/members'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const crowd = 5
const t = await openApp({ clock })
let companyId: number
const people: { id: number; token: string }[] = []

beforeAll(async () => {
  const company = await signedInCompany(t, 'acme')
  companyId = company.companyId
  for (let i = 0; i < crowd; i++) {
    const username = `p${i}@acme.example`
    const { user } = await t.ask(createUser, { token: company.tokens.superuser, body: personNamed(username) })
    await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [user.id])
    people.push({ id: user.id, token: await t.signIn(username) })
  }
  // From here on only members of the crowd change each other.
  await t.db.owner.query('delete from membership where company_id = $1 and user_id <> all($2)', [companyId, idsOf()])
})

const idsOf = () => people.map((person) => person.id)

/**
 * Resets the crowd to these roles after earlier sequences, and advances the clock so that cached roles are read again.
 */
async function begin(roles: readonly Role[]): Promise<void> {
  for (const [i, role] of roles.entries()) {
    await t.db.owner.query(
      `insert into membership (company_id, user_id, role, created_at) values ($1, $2, $3, 0)
        on conflict (company_id, user_id) do update set role = $3`,
      [companyId, people[i]?.id, role],
    )
  }
  await t.db.owner.query('update session set ended_at = null where user_id = any($1)', [idsOf()])
  clock.advance(1_500)
}

interface Step {
  readonly actor: number
  readonly target: number
  readonly asked: RoleSwitches | 'remove'
}

const statuses = { own_role: 403, forbidden: 403, last_superuser: 409 } as const

/** Returns the status that the rules give for a step, and changes the roles accordingly. */
function expectedStatus(roles: Map<number, Role>, { actor, target, asked: change }: Step): number {
  const [by, targetRole] = [roles.get(actor), roles.get(target)]
  if (by === undefined) return 401
  if (change === 'remove' && by !== 'superuser') return 403
  if (targetRole === undefined) return 404
  const others = [...roles].filter(([id, role]) => role === 'superuser' && id !== target).length
  const [who, whom] = [
    { id: actor, role: by },
    { id: target, role: targetRole },
  ]
  if (change === 'remove') {
    const fault = mayRemove(who, whom, others)
    if (fault === null) roles.delete(target)
    return fault === null ? 200 : statuses[fault]
  }
  const wanted = roleAfter(targetRole, change)
  if (wanted === null) return actor === target || by === 'user' ? 403 : 400
  const fault = mayChangeRole(who, whom, wanted, others)
  if (fault === null) roles.set(target, wanted)
  return fault === null ? 200 : statuses[fault]
}

async function ask({ actor, target, asked: change }: Step): Promise<number> {
  const token = people[actor]?.token ?? ''
  const path = `/v0/users/${people[target]?.id}`
  if (change === 'remove') return (await t.call('DELETE', path, { token })).status
  const body = { is_admin: change.isAdmin, is_superuser: change.isSuperuser }
  return (await t.call('PUT', path, { token, body })).status
}

async function rolesNow(): Promise<Map<number, Role>> {
  const { rows } = await t.db.owner.query('select user_id::int as id, role from membership where company_id = $1', [
    companyId,
  ])
  return new Map(rows.map(({ id, role }: { id: number; role: Role }) => [idsOf().indexOf(id), role]))
}

const maybe = fc.option(fc.boolean(), { nil: undefined })
const changes = fc.oneof(
  fc.constant('remove' as const),
  fc
    .record({ isAdmin: maybe, isSuperuser: maybe })
    .filter(({ isAdmin, isSuperuser }) => isAdmin !== undefined || isSuperuser !== undefined),
)
const index = fc.integer({ min: 0, max: crowd - 1 })
const step: fc.Arbitrary<Step> = fc.record({ actor: index, target: index, asked: changes })
const crowdRoles = fc
  .array(fc.constantFrom<Role>('user', 'admin', 'superuser', 'superuser'), { minLength: crowd, maxLength: crowd })
  .filter((roles) => roles.includes('superuser'))

test('any sequence of changes by anybody is answered as the rules say, and leaves what they leave', async () => {
  await fc.assert(
    fc.asyncProperty(crowdRoles, fc.array(step, { maxLength: 15 }), async (founders, steps) => {
      await begin(founders)
      const roles = new Map(founders.map((role, i) => [i, role]))
      for (const taken of steps) expect([taken, await ask(taken)]).toEqual([taken, expectedStatus(roles, taken)])
      expect(await rolesNow()).toEqual(roles)
      expect([...roles.values()]).toContain('superuser')
    }),
    { numRuns: 40 },
  )
})

test('any changes at once leave a superuser, and nobody with more than somebody else gave', async () => {
  await fc.assert(
    fc.asyncProperty(crowdRoles, fc.array(step, { minLength: 5, maxLength: 15 }), async (founders, steps) => {
      await begin(founders)
      const answers = await Promise.all(steps.map(ask))
      expect(answers.filter((status) => ![200, 400, 401, 403, 404, 409].includes(status))).toEqual([])
      const roles = await rolesNow()
      expect([...roles.values()]).toContain('superuser')
      for (const [i, role] of roles) {
        const raised = steps.some(
          ({ actor, target, asked: wanted }, at) =>
            answers[at] === 200 &&
            target === i &&
            actor !== i &&
            wanted !== 'remove' &&
            (wanted.isAdmin || wanted.isSuperuser),
        )
        if (!raised)
          expect(['user', 'admin', 'superuser'].indexOf(role)).toBeLessThanOrEqual(
            ['user', 'admin', 'superuser'].indexOf(founders[i] ?? 'user'),
          )
      }
    }),
    { numRuns: 40 },
  )
})

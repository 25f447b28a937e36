import { annotateStop } from '@millwatch/contract/http/stops'
import { updateUser } from '@millwatch/contract/http/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../platform/tables.ts'
import { mintPerson } from './people.testing.ts'
import type { Principal } from './principals.testing.ts'
import { openStage, type Stage } from './stage.testing.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.t.close())

const people = () => stage.principals.filter((one) => one.stands === 'person' && !one.isHeldUp)
const put = async (path: string, id: number, { headers }: Principal, body: object) =>
  (await stage.t.call('PUT', path.replace(':id', String(id)), { headers, body })).status

/** Of the other company there is nothing, whatever the role. */
const owned = ({ of }: Principal, status: number): number => (of === 'own' ? status : 404)

test('that a stop is ignored is said by superusers only, and everything else of it by everybody', async () => {
  const stop = Number(stage.own.things.stop)
  for (const one of people()) {
    const ignored = await put(annotateStop.path, stop, one, { xsf_report_ignored: one.role === 'superuser' })
    const expected = one.role === 'superuser' ? owned(one, 200) : one.of === 'own' ? 403 : ignored
    // Whoever may not say it at all need not be told whether there is such a stop.
    expect([one.name, ignored, [403, 404].includes(ignored) || expected === 200]).toEqual([one.name, expected, true])
    expect([one.name, await put(annotateStop.path, stop, one, { notes: one.name })]).toEqual([
      one.name,
      owned(one, 200),
    ])
  }
})

describe('a role', () => {
  const asked: readonly [string, Role, object, Record<Role, number>][] = [
    ['makes a user admin', 'user', { is_admin: true }, { user: 403, admin: 200, superuser: 200 }],
    ['makes an admin a user', 'admin', { is_admin: false }, { user: 403, admin: 200, superuser: 200 }],
    ['makes a user superuser', 'user', { is_superuser: true }, { user: 403, admin: 403, superuser: 200 }],
    ['makes an admin superuser', 'admin', { is_superuser: true }, { user: 403, admin: 403, superuser: 200 }],
    ['makes a superuser admin', 'superuser', { is_superuser: false }, { user: 403, admin: 403, superuser: 200 }],
    ['makes a superuser a user', 'superuser', { is_admin: false }, { user: 403, admin: 403, superuser: 200 }],
    ['renames somebody', 'user', { first_name: 'x' }, { user: 403, admin: 403, superuser: 403 }],
    ['gives somebody another address', 'user', { username: 'x@y.example' }, { user: 403, admin: 403, superuser: 403 }],
  ]
  test.each(asked)('%s (%s, %j), or is refused to', async (_name, role, body, byRole) => {
    for (const one of people()) {
      const { userId } = await mintPerson(stage.t, stage.own.companyId, role, { name: 'subject' })
      const status = await put(updateUser.path, userId, one, body)
      expect([one.name, status]).toEqual([one.name, owned(one, byRole[one.role ?? 'user'])])
    }
  })

  test('is nobody’s own to change, up or down', async () => {
    for (const one of people()) {
      for (const body of [{ is_admin: true }, { is_superuser: true }, { is_admin: false }, { is_superuser: false }]) {
        const id = one.person?.userId ?? 0
        expect([one.name, await put(updateUser.path, id, one, body)]).toEqual([one.name, 403])
      }
    }
  })
})

import { updateUser } from '@millwatch/contract/http/members'
import { annotateStop } from '@millwatch/contract/http/stops'
import type { Role } from '@millwatch/domain/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mintPerson } from './people.ts'
import type { Principal } from './principals.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.t.close())

const people = () => stage.principals.filter((principal) => principal.stands === 'person' && !principal.isHeldUp)
const put = async (path: string, id: number, { headers }: Principal, body: object) =>
  (await stage.t.call('PUT', path.replace(':id', String(id)), { headers, body })).status

/** Returns the given status for the first company, and 404 for a member of the other company. */
const owned = ({ of: company }: Principal, status: number): number => (company === 'own' ? status : 404)

test('only superusers may mark a stop as ignored; every person may annotate it', async () => {
  const stop = Number(stage.firstCompany.things.stop)
  for (const principal of people()) {
    const ignored = await put(annotateStop.path, stop, principal, {
      xsf_report_ignored: principal.role === 'superuser',
    })
    const expected = principal.role === 'superuser' ? owned(principal, 200) : principal.of === 'own' ? 403 : ignored
    // For a principal without the right, 403 and 404 are both correct, so the answer need not show if the stop exists.
    expect([principal.name, ignored, [403, 404].includes(ignored) || expected === 200]).toEqual([
      principal.name,
      expected,
      true,
    ])
    expect([principal.name, await put(annotateStop.path, stop, principal, { notes: principal.name })]).toEqual([
      principal.name,
      owned(principal, 200),
    ])
  }
})

describe('a role', () => {
  const changes: readonly [string, Role, object, Record<Role, number>][] = [
    ['makes a user admin', 'user', { is_admin: true }, { user: 403, admin: 200, superuser: 200 }],
    ['makes an admin a user', 'admin', { is_admin: false }, { user: 403, admin: 200, superuser: 200 }],
    ['makes a user superuser', 'user', { is_superuser: true }, { user: 403, admin: 403, superuser: 200 }],
    ['makes an admin superuser', 'admin', { is_superuser: true }, { user: 403, admin: 403, superuser: 200 }],
    ['makes a superuser admin', 'superuser', { is_superuser: false }, { user: 403, admin: 403, superuser: 200 }],
    ['makes a superuser a user', 'superuser', { is_admin: false }, { user: 403, admin: 403, superuser: 200 }],
    ['renames somebody', 'user', { first_name: 'x' }, { user: 403, admin: 403, superuser: 403 }],
    ['gives somebody another address', 'user', { username: 'x@y.example' }, { user: 403, admin: 403, superuser: 403 }],
  ]
  test.each(changes)('%s (%s, %j), or is refused to', async (_name, role, body, byRole) => {
    for (const principal of people()) {
      const { userId } = await mintPerson(stage.t, stage.firstCompany.companyId, role, { name: 'subject' })
      const status = await put(updateUser.path, userId, principal, body)
      expect([principal.name, status]).toEqual([principal.name, owned(principal, byRole[principal.role ?? 'user'])])
    }
  })

  test('cannot be changed by its holder, up or down', async () => {
    for (const principal of people()) {
      for (const body of [{ is_admin: true }, { is_superuser: true }, { is_admin: false }, { is_superuser: false }]) {
        const id = principal.person?.userId ?? 0
        expect([principal.name, await put(updateUser.path, id, principal, body)]).toEqual([principal.name, 403])
      }
    }
  })
})

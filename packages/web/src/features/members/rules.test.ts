import { describe, expect, it } from 'vitest'
import { locksOf } from './rules.ts'

const user = { id: 1, is_admin: false, is_superuser: false }
const admin = { id: 2, is_admin: true, is_superuser: false }
const superuser = { id: 3, is_admin: true, is_superuser: true }
const second = { ...superuser, id: 4 }
const all = [user, admin, superuser, second]

describe('the list of members', () => {
  it('is closed to everybody on their own row', () => {
    for (const member of [admin, superuser]) {
      const { admin: a, superuser: s } = locksOf(member, member, all)
      expect([a, s]).toEqual(Array(2).fill('You cannot change your own role. Ask another superuser'))
    }
  })

  it('lets admins make or revoke admins among those who are no superusers', () => {
    const other = { ...admin, id: 9 }
    expect(locksOf(admin, user, all).admin).toBeUndefined()
    expect(locksOf(admin, other, all).admin).toBeUndefined()
    expect(locksOf(admin, superuser, all).admin).toBe('Only superusers change superusers')
    expect(locksOf(admin, user, all).superuser).toBe('Only superusers make superusers')
    expect(locksOf(admin, user, all).remove).toBe('Only superusers remove members')
  })

  it('lets superusers do all of it to others', () => {
    for (const member of [user, admin, second])
      expect(locksOf(superuser, member, all)).toEqual({ admin: undefined, superuser: undefined, remove: undefined })
  })
})

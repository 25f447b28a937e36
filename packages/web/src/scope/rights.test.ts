import { listAudit } from '@millwatch/contract/http/audit'
import { getDeviceConfig } from '@millwatch/contract/http/devices'
import { createUser, listUsers, updateUser } from '@millwatch/contract/http/members'
import { describe, expect, test } from 'vitest'
import { leastRoleFor, otherPerson } from './rights.ts'

describe('the least role for a call', () => {
  test.each([
    ['of everybody', listUsers, 'user'],
    ['of admins', listAudit, 'admin'],
    ['of superusers', createUser, 'superuser'],
    ['of devices', getDeviceConfig, null],
  ] as const)('%s', (_, call, least) => {
    expect(leastRoleFor(call)).toBe(least)
  })

  test('is higher for another person than for oneself, where the owner rule says so', () => {
    expect(leastRoleFor(updateUser)).toBe('user')
    expect(leastRoleFor(updateUser, otherPerson)).toBe('admin')
  })
})

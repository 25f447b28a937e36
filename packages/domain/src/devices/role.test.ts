import { describe, expect, test } from 'vitest'
import { type DeviceRoleRequest, roleWhenChanged, roleWhenPut } from './role.ts'

const primary = { isPrimary: true, active: true }
const other = { isPrimary: false, active: true }
const off = { isPrimary: false, active: false }

describe('a device put on a machine', () => {
  test.each<[DeviceRoleRequest, boolean, object]>([
    [{}, true, primary],
    [{}, false, other],
    [{ isPrimary: false }, true, other],
    [{ isPrimary: true }, false, primary],
    [{ isPrimary: true, active: false }, false, primary],
    [{ active: false }, true, off],
    [{ isPrimary: false, active: false }, true, off],
  ])('asked for %j, first on it %j: %j', (request, isFirst, expected) => {
    expect(roleWhenPut(request, isFirst)).toEqual(expected)
  })
})

describe('a device on a machine', () => {
  test.each<[object, DeviceRoleRequest, boolean, object]>([
    [primary, {}, true, primary],
    [primary, { active: false }, true, off],
    [primary, { isPrimary: false }, true, other],
    [off, { isPrimary: true }, false, primary],
    [off, { active: true }, true, other],
    [off, { active: true }, false, primary],
    [off, { active: true, isPrimary: false }, false, other],
    [off, {}, false, off],
    [other, {}, false, other],
  ])('%j asked for %j, machine with a primary %j: %j', (now, request, hasPrimary, expected) => {
    expect(roleWhenChanged(now as typeof primary, request, hasPrimary)).toEqual(expected)
  })
})

import { describe, expect, test } from 'vitest'
import { tradeInPlatform } from '../base/words.ts'
import { findingsOf } from './findings.testing.ts'
import { platformWithoutTrade } from './platform-without-trade.ts'

const platform = 'packages/server/src/platform'

describe('rule 12: the platform without the trade', () => {
  test('names that any product could have are fine, and so are verbs and modules', () => {
    const source = `export function stopServer() {}
      export const runChecks = 1, batchMail = 2
      export interface Lifecycle {}
      export type { KioskCaller } from './caller.ts'
      const deviceOf = 3
      export const text = 'select body from mail'`
    expect(findingsOf(platformWithoutTrade, { [`${platform}/lifecycle.ts`]: source })).toEqual([])
    const devices = { 'packages/server/src/modules/devices/devices.ts': 'export const deviceOf = 1' }
    expect(findingsOf(platformWithoutTrade, devices)).toEqual([])
  })

  test.each([
    ['a file', `${platform}/http/device-config.ts`, '', 'no file about a device'],
    ['a folder', `${platform}/devices/index.ts`, '', 'no file about a devices'],
    [
      'a function',
      `${platform}/a.ts`,
      'export function findMachine() {}',
      '`findMachine`: the platform knows no machine',
    ],
    ['a constant', `${platform}/a.ts`, 'export const DEVICE_CHANNEL = 1', 'knows no device'],
    ['an interface', `${platform}/a.ts`, 'export interface ShiftTable {}', 'knows no shift'],
    ['a noun that is a verb elsewhere', `${platform}/a.ts`, 'export type ActiveRun = 1', 'knows no run'],
    ['an export by another name', `${platform}/a.ts`, 'const a = 1\nexport { a as stopReason }', 'knows no reason'],
    ['a table in SQL', `${platform}/db/a.ts`, "const a = 'select name from equipment'", 'equipment belongs to tree'],
  ])('%s fails', (_, path, source, message) => {
    expect(findingsOf(platformWithoutTrade, { [path]: source })).toEqual([expect.stringContaining(message)])
  })

  test('has at most five exceptions, each with a reason', () => {
    expect(Object.keys(tradeInPlatform).length).toBeLessThanOrEqual(5)
    for (const reason of Object.values(tradeInPlatform)) expect(reason).toMatch(/\w+ \w+/)
  })
})

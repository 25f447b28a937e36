import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVersions, type FirmwareSupport, firmwareSupport } from './firmware.ts'

const row = (version: string, supportsPolling: boolean): FirmwareSupport => ({
  version,
  supportsPolling,
  supportsFlashingFilters: false,
  supportsDeviceOutputs: false,
})
const table = [row('1.10.0', true), row('0', false), row('1.2.0', true), row('1.9.0', false)]

describe('firmware', () => {
  test.each([
    ['0.9', '0'],
    ['1.1.99', '0'],
    ['1.2', '1.2.0'],
    ['1.2.0', '1.2.0'],
    ['v1.8.7', '1.2.0'],
    ['1.9.0-beta.3', '1.9.0'],
    ['1.10', '1.10.0'],
    ['20', '1.10.0'],
    ['unknown', '0'],
    ['', '0'],
  ])('%s can do what row %s says', (version, expected) => {
    expect(firmwareSupport(table, version)?.version).toBe(expected)
  })

  test('older than every row is not known', () => {
    expect(firmwareSupport([row('2.0', true)], '1.9')).toBeNull()
    expect(firmwareSupport([], '1.9')).toBeNull()
  })

  test('has versions in one order, whatever they are made of', () => {
    const version = fc.oneof(
      fc.array(fc.nat(30), { maxLength: 4 }).map((parts) => parts.join('.')),
      fc.string(),
    )
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

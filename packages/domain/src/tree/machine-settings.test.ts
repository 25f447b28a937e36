import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MachineSetting, machineSettingNames, machineSettings, type NumberSetting } from './machine-settings.ts'
import { fieldFault, fieldText, numberOfField, valueOfWire, wireValue } from './setting-values.ts'
import { defaultEquipmentSettings, equipmentSettings } from './settings.ts'

const settings: readonly MachineSetting[] = machineSettingNames.map((name) => machineSettings[name])
const numbers = settings.filter(
  (setting): setting is NumberSetting => setting.kind === 'amount' || setting.kind === 'duration',
)

test('each setting has a name, a column and a name in the API of its own', () => {
  for (const key of ['label', 'column', 'wire'] as const)
    expect(new Set(settings.map((setting) => setting[key])).size).toBe(settings.length)
  expect(Object.keys(equipmentSettings).sort()).toEqual(
    ['parentOrgUnitId', ...Object.keys(defaultEquipmentSettings)].sort(),
  )
})

test('a default is a value that its field accepts', () => {
  for (const setting of numbers) expect(fieldFault(setting, fieldText(setting, setting.default))).toBeUndefined()
})

test('a new machine has a maximum cycle time of 300 s, and its stops are excessive from 2100 s, which is 35 minutes', () => {
  const { maximumCycleMs, excessiveDowntimeThresholdMs: threshold } = machineSettings
  expect(wireValue(maximumCycleMs, maximumCycleMs.default)).toBe(300)
  expect(wireValue(threshold, threshold.default)).toBe(2100)
  expect(fieldText(threshold, threshold.default)).toBe('35')
  expect(defaultEquipmentSettings).toMatchObject({
    excessiveDowntimeEnabled: true,
    utilInclLtXsfDt: false,
    utilCappedBySchedule: true,
    utilExcluded: false,
  })
})

test('a number keeps its value in the API and in its field', () => {
  fc.assert(
    fc.property(fc.constantFrom(...numbers), fc.integer({ min: 1, max: 1_000_000 }), (setting, n) => {
      // A field in minutes shows three decimals, which are steps of 60 ms.
      const value = setting.kind === 'duration' ? n * (setting.fieldUnit / 1000) : n / 8
      expect(valueOfWire(setting, wireValue(setting, value))).toBe(value)
      expect(numberOfField(setting, fieldText(setting, value))).toBe(value)
    }),
  )
})

test('a field refuses what is too small or no number, and a blank that means nothing', () => {
  for (const setting of numbers) {
    expect(fieldFault(setting, 'x')).toBe(setting.fault)
    expect(fieldFault(setting, '-1')).toBe(setting.fault)
    expect(fieldFault(setting, ' ')).toBe(setting.optional ? undefined : setting.fault)
    expect(fieldFault(setting, '0')).toBe(setting.minimum > 0 ? setting.fault : undefined)
  }
})

test('a duration is in seconds in the API, to the millisecond', () => {
  expect(wireValue(machineSettings.maximumCycleMs, 90_250)).toBe(90.25)
  expect(valueOfWire(machineSettings.maximumCycleMs, 12.3456)).toBe(12_346)
  expect(valueOfWire(machineSettings.maximumCycleMs, null)).toBeNull()
  expect(valueOfWire(machineSettings.hourlyParts, 0.25)).toBe(0.25)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeSettings, defaultEquipmentSettings, rangesWhere, type SettingsFrom, settingsAt } from './settings.ts'

const start: SettingsFrom[] = [{ from: 0, parentOrgUnitId: 1, ...defaultEquipmentSettings }]

test('A change counts from its instant on, and leaves what was before', () => {
  const history = changeSettings(start, 100, { utilExcluded: true })
  expect(settingsAt(history, 99).utilExcluded).toBe(false)
  expect(settingsAt(history, 100).utilExcluded).toBe(true)
})

test('A change dated back overrules later ones of the same setting, and no others', () => {
  const history = changeSettings(changeSettings(start, 100, { hourlyParts: 5, parentOrgUnitId: 2 }), 50, {
    hourlyParts: 7,
  })
  expect(history.map(({ from, hourlyParts, parentOrgUnitId }) => [from, hourlyParts, parentOrgUnitId])).toEqual([
    [0, null, 1],
    [50, 7, 1],
    [100, 7, 2],
  ])
})

test('At any instant each setting is that of the last change written whose instant has come', () => {
  const change = fc.record({ from: fc.integer({ min: 1, max: 20 }), hourlyParts: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.integer({ min: 0, max: 25 }), (changes, at) => {
      const history = changes.reduce<SettingsFrom[]>(
        (all, { from, hourlyParts }) => changeSettings(all, from, { hourlyParts }),
        start,
      )
      const expected = changes.findLast((entry) => entry.from <= at)?.hourlyParts ?? null
      expect(settingsAt(history, at).hourlyParts).toBe(expected)
      expect(history.map((entry) => entry.from)).toEqual(
        [...new Set(history.map((entry) => entry.from))].sort((a, b) => a - b),
      )
    }),
  )
})

test('The ranges where settings hold are the instants at which they are in force, as the fewest ranges', () => {
  const entry = fc.record({ from: fc.integer({ min: 1, max: 20 }), isOn: fc.boolean() })
  const instant = fc.integer({ min: -3, max: 25 })
  fc.assert(
    fc.property(fc.boolean(), fc.array(entry, { maxLength: 8 }), instant, instant, (isOn, later, from, to) => {
      const history = [{ from: 0, isOn }, ...later.sort((a, b) => a.from - b.from)]
      const ranges = rangesWhere(history, (settings) => settings.isOn, { from, to })
      for (let at = -5; at < 30; at++) {
        const wanted = from <= at && at < to && settingsAt(history, at).isOn
        expect(ranges.some((range) => range.from <= at && at < range.to)).toBe(wanted)
      }
      for (const [i, range] of ranges.entries()) expect(range.from).toBeGreaterThan(ranges[i - 1]?.to ?? -5)
    }),
  )
  expect(rangesWhere([], () => true, { from: 0, to: 10 })).toEqual([])
})

import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wireNamesIn } from '../base/words.ts'
import { findingsOf } from './findings.testing.ts'
import { wireNames } from './wire-names.ts'

const module = 'packages/server/src/modules/tree'
const declared = {
  [`${module}/tables.ts`]: 'export interface EquipmentTable {\n  equipment_id: number\n}',
  'packages/contract/src/http/tree.ts': 'export const Tree = { util_pct: 1 }',
  'packages/domain/src/tree/machine-settings.ts':
    "export const rows = { cycleMs: { column: 'cycle_ms', wire: 'cycle_time', label: 'no_name' } }",
}
const findingsIn = (path: string, source: string) => findingsOf(wireNames, { ...declared, [path]: source })

describe('rule 14: rows are camelCase', () => {
  test.each([
    ['reads one', 'export const id = row.equipment_id', 'equipment_id'],
    ['takes one apart', 'export const f = ({ equipment_id: id }: Row) => id', 'equipment_id'],
    ['declares one', 'export interface Row {\n  equipment_id: number\n}', 'equipment_id'],
    ['makes one', 'export const answer = { util_pct: 1 }', 'util_pct'],
  ])('an action that %s fails', (_, source, name) => {
    expect(findingsIn(`${module}/actions.ts`, source)).toEqual([expect.stringContaining(`\`${name}\` is a name of`)])
  })

  test('a store gives keys to the builder, but its rows are camelCase', () => {
    const store = `${module}/store.ts`
    expect(findingsIn(store, 'export const values = { equipment_id: 1 }')).toEqual([])
    expect(findingsIn(store, 'export const id = row.equipment_id')).toHaveLength(1)
    expect(findingsIn(store, 'export interface Row {\n  equipment_id: number\n}')).toHaveLength(1)
  })

  test('names are free where the program meets the contract, and so is SQL in a text', () => {
    const source = 'export const answer = { equipment_id: row.equipment_id, util_pct: body.util_pct }'
    for (const file of ['present.ts', 'present-page.ts', 'routes.ts', 'mail-routes.ts', 'read-change.ts'])
      expect(findingsIn(`${module}/${file}`, source)).toEqual([])
    expect(findingsIn(`${module}/queries.ts`, "export const text = 'select equipment_id from equipment'")).toEqual([])
  })

  test('the columns and fields that derive from a table of settings are names too', () => {
    const source = 'export const answer = { cycle_ms: 1, cycle_time: 1, no_name: 1 }'
    expect(findingsIn(`${module}/actions.ts`, source)).toHaveLength(2)
  })

  test('names that no table and no call has are free', () => {
    expect(findingsIn(`${module}/actions.ts`, 'export const pools = { lock_timeout: 1 }')).toEqual([])
  })

  test('has exceptions that exist, each with a reason', () => {
    for (const [path, reason] of Object.entries(wireNamesIn)) {
      expect([path, existsSync(path)]).toEqual([path, true])
      expect(reason).toMatch(/\w+ \w+/)
    }
  })
})

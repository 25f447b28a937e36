import { type MachineSetting, machineSettingNames, machineSettings } from '@millwatch/domain/tree'
import { expect, test } from 'vitest'
import { updateEquipment } from '../http/tree.ts'
import { Equipment, EquipmentTile } from './pages.ts'
import { EquipmentRow } from './tree.ts'

const settings: readonly MachineSetting[] = machineSettingNames.map((name) => machineSettings[name])

test('every setting of a machine is in the request that changes it, and in the answers', () => {
  for (const { wire, group, onTile } of settings) {
    expect(updateEquipment.shapes.body.properties).toHaveProperty(wire)
    expect(updateEquipment.shapes.body.required ?? []).not.toContain(wire)
    for (const answer of [EquipmentRow, Equipment]) {
      expect(answer.properties).toHaveProperty(wire)
      expect(answer.required.some((field: string) => field === wire)).toBe(group === undefined)
    }
    expect(wire in EquipmentTile.properties).toBe(onTile === true)
  }
})

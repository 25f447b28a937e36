import type { OrgUnit } from '../../features/tree/types.ts'
import { NoMachines } from './no-machines.tsx'
import { TileGrid } from './tile-grid.tsx'

/** The Equipment tab of a unit's page: its machines as tiles. */
export function EquipmentTab({ unit }: { unit: OrgUnit }) {
  return unit.equipment.length === 0 ? <NoMachines unit={unit} /> : <TileGrid unit={unit} />
}

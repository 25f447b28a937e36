import { companyRead } from '../../platform/db/statements.ts'
import type { Latest } from './latest.ts'

/**
 * Returns by machine id the latest cycle and the latest reading, of which either may be null; omits machines without a state row.
 */
export const latestOf = companyRead<
  { equipmentId: number; latest: string },
  Map<number, Latest>,
  [equipmentIds: readonly number[]]
>(
  'telemetry.latest_of',
  'select equipment_id, latest from machine_state where company_id = $1 and equipment_id = any($2::bigint[])',
  (rows) => new Map(rows.map((row) => [row.equipmentId, JSON.parse(row.latest) as Latest])),
)

import { companyRows } from '../../platform/db/statements.ts'
import type { NewRestatement } from './store-restatements.ts'

export interface RestatementRow extends NewRestatement {
  readonly restatementId: number
  readonly restatedAt: number
}

const MOST_SHOWN = 1000

/** Returns the latest 1,000 restatements of a machine whose range touches `[from, to)` (epoch ms), the last restated first. */
export const restatementsOver = companyRows<RestatementRow, [equipmentId: number, from: number, to: number]>(
  'stops.restatements_over',
  `select restatement_id as "restatementId", equipment_id as "equipmentId", restated_at as "restatedAt",
          started_at as from, ended_at as to, cause, before, after, user_id as "userId"
        from restatement where company_id = $1 and equipment_id = $2 and started_at < $4 and ended_at > $3
        order by restated_at desc, restatement_id desc limit ${MOST_SHOWN}`,
)

import type { Database } from '../../platform/db/index.ts'

/** Machine with its company, whose alarms must be evaluated. */
export interface DueMachine {
  readonly companyId: number
  readonly equipmentId: number
}

const due = { name: 'directory_alarms_due', text: 'select company_id, equipment_id from alarms_due($1)' }

/** Returns the machines of all companies whose alarms must be evaluated by `now` (epoch ms), in no order. */
export const machinesToEvaluate = (database: Database, now: number): Promise<DueMachine[]> =>
  database.inDirectory((tx) => tx.prepared<DueMachine>(due, [now]), { pool: 'ingest' })

import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface ShiftHistoryTable {
  company_id: Id
  shift_history_id: Generated<Id>
  equipment_id: Id
  shift: number
  started_at: Ms
  ended_at: Ms
  zone: string
  edited: Generated<boolean>
}

export interface ShiftVoidTable {
  company_id: Id
  shift_void_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms
}

export interface ShiftPlanTable {
  company_id: Id
  equipment_id: Id
  scheduled_from: Ms
  written_to: Ms
  due_at: Ms
}

export interface ShiftLockTable {
  company_id: Id
  equipment_id: Id
  job_id: Id
  locked_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    shift_history: ShiftHistoryTable
    shift_void: ShiftVoidTable
    shift_plan: ShiftPlanTable
    shift_lock: ShiftLockTable
  }
}

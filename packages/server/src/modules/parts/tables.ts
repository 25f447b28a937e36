import type { PartAction } from '@millwatch/domain/parts'
import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface CriticalPartTable {
  company_id: Id
  critical_part_id: Generated<Id>
  number: string
  description: string
  url: string | null
  org_unit_ids: number[]
  equipment_ids: number[]
  category_ids: number[]
  manufacturer_ids: number[]
  model_ids: number[]
  created_at: Ms
  updated_at: Ms
  deleted_at: Ms | null
}

export interface CriticalPartHistoryTable {
  company_id: Id
  critical_part_history_id: Generated<Id>
  critical_part_id: Id
  equipment_id: Id
  action_base: PartAction
  qty: number
  created_at: Ms
  written_at: Ms
  written_by: Id | null
  started_at: Ms | null
  ended_at: Ms | null
  alarm_trip_id: Id | null
}

declare module '../../platform/tables.ts' {
  interface Tables {
    critical_part: CriticalPartTable
    critical_part_history: CriticalPartHistoryTable
  }
}

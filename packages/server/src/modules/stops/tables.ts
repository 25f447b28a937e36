import type { Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../../platform/columns.ts'

export interface StatusReasonTable {
  company_id: Id
  status_reason_id: Generated<Id>
  name: string
  active: Generated<boolean>
  favorite: Generated<boolean>
  failure: Generated<boolean>
  group_name: string | null
  org_unit_ids: Generated<number[]>
  deactivated_at: Ms | null
  created_at: Ms
}

export interface StopAnnotationTable {
  company_id: Id
  stop_annotation_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms
  status_reason_id: Id | null
  notes: string | null
  ignored: Generated<boolean>
  written_at: Ms
  written_by: number | null
}

export interface RestatementTable {
  company_id: Id
  restatement_id: Generated<Id>
  equipment_id: Id
  restated_at: Ms
  started_at: Ms
  ended_at: Ms
  cause: 'late_data' | 'edited_shift' | 'changed_setting' | 'changed_device' | 'rebuild'
  before: Jsonb<object>
  after: Jsonb<object>
  user_id: Id | null
}

declare module '../../platform/tables.ts' {
  interface Tables {
    status_reason: StatusReasonTable
    stop_annotation: StopAnnotationTable
    restatement: RestatementTable
  }
}

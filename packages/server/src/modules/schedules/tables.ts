import type { Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../../platform/columns.ts'

export interface ScheduleTable {
  company_id: Id
  schedule_id: Generated<Id>
  org_unit_id: Id | null
  equipment_id: Id | null
  ranges: Jsonb<object>
  changed_at: Ms
}

export interface ScheduleTemplateTable {
  company_id: Id
  schedule_template_id: Generated<Id>
  name: string
  type: 'daily' | 'weekly'
  ranges: Jsonb<object>
  created_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    schedule: ScheduleTable
    schedule_template: ScheduleTemplateTable
  }
}

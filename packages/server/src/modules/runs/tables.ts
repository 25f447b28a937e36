import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface TagGroupTable {
  company_id: Id
  tag_group_id: Generated<Id>
  name: string
}

export interface TagTable {
  company_id: Id
  tag_id: Generated<Id>
  name: string
  tag_group_id: Id | null
  active: Generated<boolean>
  deactivated_at: Ms | null
  org_unit_ids: Generated<number[]>
  equipment_ids: Generated<number[]>
  created_at: Ms
  updated_at: Ms
}

export interface RunTable {
  company_id: Id
  run_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms | null
  cycles_total: number | null
  parts_per_cycle: number | null
  allow_overrun: boolean
  scrap_qty: Generated<number>
  notify_roster_ids: Generated<number[]>
  ended_by_count: Generated<boolean>
  cycles: number | null
  settled_cycles: Generated<number>
  settled_to: Generated<Ms>
  settled_last_at: Ms | null
  created_at: Ms
  updated_at: Ms
}

export interface RunTagTable {
  company_id: Id
  run_id: Id
  tag_id: Id
}

declare module '../../platform/tables.ts' {
  interface Tables {
    tag_group: TagGroupTable
    tag: TagTable
    run: RunTable
    run_tag: RunTagTable
  }
}

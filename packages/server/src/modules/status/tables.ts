import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface MachineStateTable {
  company_id: Id
  equipment_id: Id
  version: number
  state: string
  head_at: Ms | null
  head_batch_id: string | null
  head_position: number | null
  began_at: Ms | null
  first_event_at: Ms | null
  latest: string
  pending_from: Ms | null
  recompute_from: Ms | null
  since_checkpoint: number
  due_at: Ms | null
  horizon_at: Ms | null
  run_cycles: Generated<number>
  recompute_cause: 'changed_setting' | 'changed_device' | 'rebuild' | null
  recompute_by: Id | null
  changed_from: Ms | null
  changed_kinds: Generated<number>
  changed_to: Ms | null
  least_temperature: number | null
  most_temperature: number | null
}

export interface CheckpointTable {
  company_id: Id
  equipment_id: Id
  at: Ms
  batch_id: string
  position: number
  state: string
  marking: string | null
}

export interface TakeoverCheckTable {
  company_id: Id
  equipment_id: Id
}

export interface StatusIntervalTable {
  company_id: Id
  status_interval_id: Generated<Id>
  equipment_id: Id
  status_id: number
  started_at: Ms
  ended_at: Ms | null
}

declare module '../../platform/tables.ts' {
  interface Tables {
    machine_state: MachineStateTable
    checkpoint: CheckpointTable
    takeover_check: TakeoverCheckTable
    status_interval: StatusIntervalTable
  }
}

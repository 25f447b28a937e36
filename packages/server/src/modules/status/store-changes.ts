import { companyRead, companyRun } from '../../platform/db/statements.ts'

/** Increases the version of these machines, so that every process reads them and their devices again at the next computation. */
export const outdateMachines = companyRun<[equipmentIds: readonly number[]]>(
  'status.outdate_machines',
  'update machine_state set version = version + 1 where company_id = $1 and equipment_id = any($2::bigint[])',
)

/**
 * Saves the latest values (JSON) of a machine that this transaction has locked, and moves its first event back to
 * `from` (epoch ms) if that is earlier. Increases the version.
 */
export const saveLatest = companyRun<[equipmentId: number, latest: string, from: number]>(
  'status.save_latest',
  `update machine_state set latest = $3, first_event_at = least(first_event_at, $4), version = version + 1
        where company_id = $1 and equipment_id = $2`,
)

/**
 * Returns those of the machines whose horizon is later than `from` (epoch ms), so that events from `from` up to the horizon are
 * deleted.
 */
export const machinesKeptFromLater = companyRead<
  { equipmentId: number },
  number[],
  [equipmentIds: readonly number[], from: number]
>(
  'status.machines_kept_from_later',
  `select equipment_id from machine_state
        where company_id = $1 and equipment_id = any($2::bigint[]) and horizon_at > $3`,
  (rows) => rows.map((row) => row.equipmentId),
)

/**
 * Makes all machines of a company that ever had an event of a primary device due at `at` (epoch ms), so that their status is
 * computed again. Machines that are due by then stay as they are.
 */
export const makeMachinesDue = companyRun<[at: number]>(
  'status.make_machines_due',
  `with held as (
      select equipment_id from machine_state where company_id = $1 and head_at is not null and (due_at is null or due_at > $2)
      order by equipment_id for update
    )
    update machine_state m set due_at = $2, version = version + 1 from held
    where m.company_id = $1 and m.equipment_id = held.equipment_id`,
)

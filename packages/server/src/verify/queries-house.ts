import type { Ctx } from '../platform/ctx.ts'

/** Returns the locks of shift history whose job has finished or failed, in order of the machine ids. There should be none. */
export function staleLocks(
  ctx: Ctx,
): Promise<{ equipmentId: number; jobId: number; lockedAt: number; state: string }[]> {
  return ctx.tx.prepared(
    {
      name: 'verify.stale_locks',
      text: `select l.equipment_id, l.job_id, l.locked_at, j.state from shift_lock l join job j using (company_id, job_id)
        where l.company_id = $1 and j.state in ('finished', 'failed') order by 1`,
    },
    [ctx.companyId],
  )
}

/**
 * Returns the units that are not below the root, and the machines, except removed ones, whose unit is removed; in each row the
 * other id is null. There should be none.
 */
export function lostInTree(ctx: Ctx): Promise<{ orgUnitId: number | null; equipmentId: number | null }[]> {
  return ctx.tx.prepared(
    {
      name: 'verify.lost_in_tree',
      text: `with recursive below as (
          select org_unit_id from org_unit where company_id = $1 and org_unit_type_id = 1
          union all
          select u.org_unit_id from org_unit u join below b on u.parent_id = b.org_unit_id where u.company_id = $1)
        select u.org_unit_id, null::bigint as equipment_id from org_unit u where u.company_id = $1
          and not exists (select from below b where b.org_unit_id = u.org_unit_id)
        union all
        select null, e.equipment_id from equipment e join org_unit u on u.company_id = $1 and u.org_unit_id = e.parent_org_unit_id
          where e.company_id = $1 and e.removed_at is null and u.removed_at is not null`,
    },
    [ctx.companyId],
  )
}

/**
 * Returns the machines, except removed ones, whose last settings differ from the machine's own row in unit or archived state, or
 * that have no settings (`validFrom` null). There should be none.
 */
export function settingsApart(ctx: Ctx): Promise<{ equipmentId: number; validFrom: number | null }[]> {
  return ctx.tx.prepared(
    {
      name: 'verify.settings_apart',
      text: `select e.equipment_id, s.valid_from from equipment e
        left join lateral (select valid_from, parent_org_unit_id, active from equipment_setting
          where company_id = $1 and equipment_id = e.equipment_id order by valid_from desc limit 1) s on true
        where e.company_id = $1 and e.removed_at is null
          and (s.valid_from is null or s.parent_org_unit_id <> e.parent_org_unit_id or s.active <> e.active)`,
    },
    [ctx.companyId],
  )
}

import { normaliseSchedule, type Schedule, type ScheduleRange, type WeekOfRanges } from '@millwatch/domain/schedules'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/** Returns by unit id the own schedules of all units of the company; omits units that inherit. */
export async function schedulesOfUnits(ctx: Ctx): Promise<Map<number, Schedule>> {
  const rows = await ctx.tx.prepared<{ id: number; ranges: WeekOfRanges }>(
    {
      name: 'schedules.of_units',
      text: 'select org_unit_id as id, ranges from schedule where company_id = $1 and org_unit_id is not null',
    },
    [ctx.companyId],
  )
  return new Map(rows.map(({ id, ranges }) => [id, normaliseSchedule(ranges)]))
}

/** Returns by machine id the own schedules of these machines; omits machines that inherit. */
export async function schedulesOfMachines(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, Schedule>> {
  const rows = await ctx.tx.prepared<{ id: number; ranges: WeekOfRanges }>(
    {
      name: 'schedules.of_machines',
      text: `select equipment_id as id, ranges from schedule
        where company_id = $1 and equipment_id = any($2::bigint[])`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map(({ id, ranges }) => [id, normaliseSchedule(ranges)]))
}

export interface TemplateRow {
  readonly id: number
  readonly name: string
  readonly type: 'daily' | 'weekly'
  /** Ranges of one day for a daily template; `{weekday: ranges}` for a weekly one. */
  readonly ranges: readonly ScheduleRange[] | WeekOfRanges
}

const columns = 'schedule_template_id as id, name, type, ranges'

export async function listTemplates(ctx: Ctx): Promise<TemplateRow[]> {
  return ctx.tx.prepared<TemplateRow>(
    {
      name: 'schedules.templates',
      text: `select ${columns} from schedule_template where company_id = $1 order by schedule_template_id`,
    },
    [ctx.companyId],
  )
}

export async function findTemplate(ctx: Ctx, id: number): Promise<TemplateRow | undefined> {
  const [row] = await ctx.tx.prepared<TemplateRow>(
    {
      name: 'schedules.template',
      text: `select ${columns} from schedule_template where company_id = $1 and schedule_template_id = $2`,
    },
    [ctx.companyId, id],
  )
  return row
}

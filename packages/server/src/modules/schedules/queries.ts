import { normaliseSchedule, type Schedule, type ScheduleRange, type WeekOfRanges } from '@millwatch/domain/schedules'
import { companyRead, companyRow, companyRows } from '../../platform/db/statements.ts'

/** Returns by unit id the own schedules of all units of the company; omits units that inherit. */
export const schedulesOfUnits = companyRead<{ id: number; ranges: WeekOfRanges }, Map<number, Schedule>>(
  'schedules.of_units',
  'select org_unit_id as id, ranges from schedule where company_id = $1 and org_unit_id is not null',
  (rows) => new Map(rows.map(({ id, ranges }) => [id, normaliseSchedule(ranges)])),
)

/** Returns by machine id the own schedules of these machines; omits machines that inherit. */
export const schedulesOfMachines = companyRead<
  { id: number; ranges: WeekOfRanges },
  Map<number, Schedule>,
  [equipmentIds: readonly number[]]
>(
  'schedules.of_machines',
  `select equipment_id as id, ranges from schedule
        where company_id = $1 and equipment_id = any($2::bigint[])`,
  (rows) => new Map(rows.map(({ id, ranges }) => [id, normaliseSchedule(ranges)])),
)

export interface TemplateRow {
  readonly id: number
  readonly name: string
  readonly type: 'daily' | 'weekly'
  /** Ranges of one day for a daily template; `{weekday: ranges}` for a weekly one. */
  readonly ranges: readonly ScheduleRange[] | WeekOfRanges
}

const columns = 'schedule_template_id as id, name, type, ranges'

export const listTemplates = companyRows<TemplateRow>(
  'schedules.templates',
  `select ${columns} from schedule_template where company_id = $1 order by schedule_template_id`,
)

export const findTemplate = companyRow<TemplateRow, [id: number]>(
  'schedules.template',
  `select ${columns} from schedule_template where company_id = $1 and schedule_template_id = $2`,
)

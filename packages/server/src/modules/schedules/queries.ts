import { normaliseSchedule, type Schedule, type ScheduleRange, type WeekOfRanges } from '@millwatch/domain/schedules'
import { companyRead, companyRow, companyRows } from '../../platform/db/statements.ts'

/** Returns by unit id the own schedules of all units of the company; omits units that inherit. */
export const schedulesOfUnits = companyRead<{ id: number; ranges: WeekOfRanges }, Map<number, Schedule>>(
  'schedules.of_units',
  'select org_unit_id as id, ranges from schedule where company_id = $1 and org_unit_id is not null',
  (rows) => new Map(rows.map(({ id, ranges }) => [id, normaliseSchedule(ranges)])),
)

/** Own schedules by the ids of units and of machines. */
export interface OwnSchedules {
  readonly ofUnits: Map<number, Schedule>
  readonly ofMachines: Map<number, Schedule>
}

/** Returns the own schedules of all units of the company and of these machines; omits units and machines that inherit. */
export const ownSchedules = companyRead<
  { orgUnitId: number | null; equipmentId: number | null; ranges: WeekOfRanges },
  OwnSchedules,
  [equipmentIds: readonly number[]]
>(
  'schedules.own',
  `select org_unit_id, equipment_id, ranges from schedule
        where company_id = $1 and (org_unit_id is not null or equipment_id = any($2::bigint[]))`,
  (rows) => {
    const ofUnits = new Map<number, Schedule>()
    const ofMachines = new Map<number, Schedule>()
    for (const { orgUnitId, equipmentId, ranges } of rows) {
      if (orgUnitId !== null) ofUnits.set(orgUnitId, normaliseSchedule(ranges))
      if (equipmentId !== null) ofMachines.set(equipmentId, normaliseSchedule(ranges))
    }
    return { ofUnits, ofMachines }
  },
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

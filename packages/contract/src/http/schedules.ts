import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Name, Success } from '../shapes/common.ts'
import { ScheduleRanges, ScheduleWeek } from '../shapes/schedule.ts'

/**
 * Schema of a change of a schedule. Null removes the own schedule, so that the one of the unit above is inherited; the root unit
 * returns to its default, which is all day, every day.
 */
const Change = Type.Object({ schedule: Type.Union([ScheduleWeek, Type.Null()]) }, { additionalProperties: false })

const scheduled = Type.Object({
  id: Id,
  name: Type.String(),
  schedule: ScheduleWeek,
  /** `self`, or the name of the unit from which the schedule is inherited. */
  schedule_source: Type.String(),
})

export const updateScheduleOfOrgUnit = endpoint('PUT', '/v0/o/:id/schedule', 'schedules', {
  operation: 'org_unit.schedule.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Give a unit a schedule of its own, or let it inherit (null)',
  shapes: { params: IdParams, body: Change, answer: Type.Object({ status: Success, orgUnit: scheduled }) },
})

export const updateScheduleOfEquipment = endpoint('PUT', '/v0/e/:id/schedule', 'schedules', {
  operation: 'equipment.schedule.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Give a machine a schedule of its own, or let it inherit (null)',
  shapes: { params: IdParams, body: Change, answer: Type.Object({ status: Success, equip: scheduled }) },
})

const TemplateType = Type.Union([Type.Literal('daily'), Type.Literal('weekly')])

const Template = Type.Object({
  id: Id,
  name: Type.String(),
  type: TemplateType,
  /** Ranges of the template: a list for a daily template, an object by weekday for a weekly one. */
  schedule_json_local: ScheduleRanges,
})

export const scheduleTemplates = endpoint('GET', '/v0/scheduletemplates', 'schedules', {
  operation: 'schedule_template.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Schedule templates',
  shapes: { answer: Type.Object({ status: Success, templates: Type.Array(Template) }) },
})

export const createScheduleTemplate = endpoint('POST', '/v0/scheduletemplates', 'schedules', {
  operation: 'schedule_template.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a schedule template; it starts empty unless ranges are given',
  shapes: {
    body: Type.Object(
      {
        template: Type.Object(
          {
            name: Name,
            type: TemplateType,
            schedule_json_local: Type.Optional(ScheduleRanges),
          },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, template: Template }),
  },
})

export const updateScheduleTemplate = endpoint('PUT', '/v0/scheduletemplates/:id', 'schedules', {
  operation: 'schedule_template.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Rename a schedule template, or change its ranges',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        template: Type.Object(
          { name: Type.Optional(Name), schedule_json_local: Type.Optional(ScheduleRanges) },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, template: Template }),
  },
})

export const deleteScheduleTemplate = endpoint('DELETE', '/v0/scheduletemplates/:id', 'schedules', {
  operation: 'schedule_template.delete',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Delete a schedule template; schedules made from it stay',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

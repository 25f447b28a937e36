import * as calls from '@millwatch/contract/http/schedules'
import { treeOf } from '@millwatch/domain/tree'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import { allUnits, getEquipment } from '../tree/index.ts'
import { changeScheduleOfMachine, changeScheduleOfUnit } from './change-schedule.ts'
import { scheduleOfUnit, schedulesInForce } from './in-force.ts'
import { presentSchedule, presentTemplate } from './present.ts'
import { listTemplates } from './queries.ts'
import { createTemplate, removeTemplate, updateTemplate } from './templates.ts'

const templateCalls = [
  question(calls.scheduleTemplates, async (ctx) => ({ templates: (await listTemplates(ctx)).map(presentTemplate) })),
  command(
    calls.createScheduleTemplate,
    (ctx, { body: { template } }) => {
      const { name, type, schedule_json_local: ranges } = template
      return createTemplate(ctx, { name, type, ranges })
    },
    (template) => ({ template: presentTemplate(template) }),
  ),
  command(
    calls.updateScheduleTemplate,
    (ctx, { params, body: { template } }) => {
      const { name, schedule_json_local: ranges } = template
      return updateTemplate(ctx, params.id, { name, ranges })
    },
    (template) => ({ template: presentTemplate(template) }),
  ),
  command(calls.deleteScheduleTemplate, (ctx, { params }) => removeTemplate(ctx, params.id), nothing),
]

export const schedulesModule: Module = {
  calls: [
    command(
      calls.updateScheduleOfOrgUnit,
      (ctx, { params, body }) => changeScheduleOfUnit(ctx, params.id, body.schedule),
      async (unit, ctx) => {
        const found = await scheduleOfUnit(ctx, treeOf(await allUnits(ctx)), unit.id)
        return { orgUnit: { ...unit, ...presentSchedule(found) } }
      },
    ),
    command(
      calls.updateScheduleOfEquipment,
      (ctx, { params, body }) => changeScheduleOfMachine(ctx, params.id, body.schedule),
      async (machine, ctx) => {
        const { parentOrgUnitId: parentId } = await getEquipment(ctx, machine.id)
        const placed = { equipmentId: machine.id, parentId }
        const found = (await schedulesInForce(ctx, treeOf(await allUnits(ctx)), [placed])).get(machine.id)
        if (!found) throw new Error('A machine without a schedule')
        return { equip: { ...machine, ...presentSchedule(found) } }
      },
    ),
    ...templateCalls,
  ],
}

import * as calls from '@millwatch/contract/http/schedules'
import { treeOf } from '@millwatch/domain/tree'
import { type Router, success } from '../../platform/http/route.ts'
import { allUnits, getEquipment } from '../tree/index.ts'
import { changeScheduleOfMachine, changeScheduleOfUnit, type SchedulesDeps } from './change-schedule.ts'
import { scheduleOfUnit, schedulesInForce } from './in-force.ts'
import { presentSchedule, presentTemplate } from './present.ts'
import { listTemplates } from './queries.ts'
import { createTemplate, removeTemplate, updateTemplate } from './templates.ts'

export function schedulesRoutes(router: Router, deps: SchedulesDeps): void {
  router.signedIn(calls.updateScheduleOfOrgUnit, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      const unit = await changeScheduleOfUnit(ctx, deps, params.id, body.schedule)
      const found = await scheduleOfUnit(ctx, treeOf(await allUnits(ctx)), unit.id)
      return success({ orgUnit: { ...unit, ...presentSchedule(found) } })
    }),
  )
  router.signedIn(calls.updateScheduleOfEquipment, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      const machine = await changeScheduleOfMachine(ctx, deps, params.id, body.schedule)
      const { parent_org_unit_id: parentId } = await getEquipment(ctx, machine.id)
      const placed = { equipmentId: machine.id, parentId }
      const found = (await schedulesInForce(ctx, treeOf(await allUnits(ctx)), [placed])).get(machine.id)
      if (!found) throw new Error('A machine without a schedule')
      return success({ equip: { ...machine, ...presentSchedule(found) } })
    }),
  )
  router.signedIn(calls.scheduleTemplates, ({ inCompany }) =>
    inCompany(async (ctx) => success({ templates: (await listTemplates(ctx)).map(presentTemplate) })),
  )
  router.signedIn(calls.createScheduleTemplate, ({ body: { template }, inCompany }) =>
    inCompany(async (ctx) => {
      const { name, type, schedule_json_local: ranges } = template
      return success({ template: presentTemplate(await createTemplate(ctx, { name, type, ranges })) })
    }),
  )
  router.signedIn(calls.updateScheduleTemplate, ({ params, body: { template }, inCompany }) =>
    inCompany(async (ctx) => {
      const { name, schedule_json_local: ranges } = template
      return success({ template: presentTemplate(await updateTemplate(ctx, params.id, { name, ranges })) })
    }),
  )
  router.signedIn(calls.deleteScheduleTemplate, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      await removeTemplate(ctx, params.id)
      return success({})
    }),
  )
}

import * as company from '@millwatch/contract/http/company'
import * as calls from '@millwatch/contract/http/devices'
import { normalUuid } from '@millwatch/domain/devices'
import { maySee } from '@millwatch/domain/identity'
import { NotFound } from '../../platform/errors.ts'
import { fromIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { allEquipment, inNaturalOrder, presentEquipmentBrief, presentEquipmentRows } from '../tree/index.ts'
import { createDevice } from './create-device.ts'
import type { DevicesDeps } from './deps.ts'
import { reassignDevice, removeDevice } from './place-device.ts'
import { presentDevices } from './present.ts'
import { allDevices, findDeviceByUuid } from './queries-devices.ts'
import { type ClaimingDeps, claimRoute, keyRoutes } from './routes-keys.ts'
import { shown, shownById } from './shown.ts'
import { updateDevice } from './update-device.ts'

const instant = (text: string | undefined) => (text === undefined ? undefined : fromIso(text, 'body/from'))

export function devicesRoutes(router: Router, deps: DevicesDeps, claiming: ClaimingDeps): void {
  deviceRoutes(router, deps)
  keyRoutes(router, deps)
  claimRoute(router, deps, claiming)
  placeRoutes(router, deps)
  companyRoutes(router, deps)
}

function deviceRoutes(router: Router, deps: DevicesDeps): void {
  router.signedIn(calls.createDevice, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const { deviceId, key } = await createDevice(ctx, deps, {
        uuid: body.deviceUUID,
        equipmentId: body.equipId,
        isPrimary: body.primary,
        active: body.active,
        deviceTypeId: body.deviceTypeId,
        inputSetup: body.inputSetup,
        analog: body.analog_in_1_config,
        pollIntervalS: body.pollInterval,
        from: instant(body.from),
      })
      return success({ ...(await shownById(ctx, deps, deviceId)), device_key: key })
    }),
  )
  router.signedIn(calls.getDevice, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      const uuid = normalUuid(params.uuid)
      const device = uuid === null ? undefined : await findDeviceByUuid(ctx, uuid)
      if (!device) throw new NotFound()
      return success(await shown(ctx, deps, device))
    }),
  )
  router.signedIn(calls.updateDevice, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      await updateDevice(ctx, deps, params.id, {
        isPrimary: body.primary,
        active: body.active,
        deviceTypeId: body.deviceTypeId,
        inputSetup: body.inputSetup,
        analog: body.analog_in_1_config,
        pollIntervalS: body.pollInterval,
        from: instant(body.from),
      })
      return success(await shownById(ctx, deps, params.id))
    }),
  )
}

function placeRoutes(router: Router, deps: DevicesDeps): void {
  router.signedIn(calls.reassignDevice, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      const { equipId: equipmentId, primary: isPrimary, active } = body
      await reassignDevice(ctx, deps, params.id, { equipmentId, isPrimary, active, from: instant(body.from) })
      return success(await shownById(ctx, deps, params.id))
    }),
  )
  router.signedIn(calls.removeDevice, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      await removeDevice(ctx, deps, params.id)
      return success(await shownById(ctx, deps, params.id))
    }),
  )
}

function companyRoutes(router: Router, deps: DevicesDeps): void {
  router.signedIn(company.devicesOfCompany, ({ inCompany }) =>
    inCompany(async (ctx) => success({ devices: await presentDevices(ctx, deps, await allDevices(ctx)) })),
  )
  router.signedIn(company.equipmentOfCompany, ({ actor, query, inCompany }) =>
    inCompany(async (ctx) => {
      const machines = inNaturalOrder(await allEquipment(ctx), (machine) => machine.equipment_id)
      if (query.addlProps === undefined || query.addlProps === 'false')
        return success({ equipment: machines.map(presentEquipmentBrief) })
      const devices = await presentDevices(ctx, deps, await allDevices(ctx))
      const byMachine = Map.groupBy(devices, (device) => device.equipment_id)
      const rows = await presentEquipmentRows(ctx, machines, maySee(actor, 'money'))
      return success({ equipment: rows.map((row) => ({ ...row, Devices: byMachine.get(row.id) ?? [] })) })
    }),
  )
}

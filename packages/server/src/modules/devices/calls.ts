import type { Body } from '@millwatch/contract/endpoint'
import * as company from '@millwatch/contract/http/company'
import * as calls from '@millwatch/contract/http/devices'
import { deviceSettingNames, deviceSettings, normalUuid } from '@millwatch/domain/devices'
import { maySee } from '@millwatch/domain/identity'
import { command, type Module, type ModuleCall, question } from '../../platform/calls/calls.ts'
import { NotFound } from '../../platform/errors.ts'
import { fromIso } from '../../platform/http/instants.ts'
import { allEquipment, inNaturalOrder, presentEquipmentBrief, presentEquipmentRows } from '../tree/index.ts'
import { claimCall, keyCalls } from './calls-keys.ts'
import { createDevice } from './create-device.ts'
import { reassignDevice, removeDevice } from './place-device.ts'
import { presentDevices } from './present.ts'
import { allDevices, findDeviceByUuid } from './queries-devices.ts'
import { shown, shownById } from './shown.ts'
import { type DeviceChange, updateDevice } from './update-device.ts'

const instant = (text: string | undefined) => (text === undefined ? undefined : fromIso(text, 'body/from'))

/** Returns the role and the settings of a device in a request; a field that is absent from the request is undefined. */
const readChange = (body: Body<typeof calls.updateDevice>): DeviceChange => ({
  isPrimary: body.primary,
  active: body.active,
  from: instant(body.from),
  ...Object.fromEntries(deviceSettingNames.map((name) => [name, body[deviceSettings[name].wire]])),
})

const deviceCalls: readonly ModuleCall[] = [
  command(
    calls.createDevice,
    (ctx, { body }, needs) => {
      const { deviceUUID: uuid, equipId: equipmentId, ...rest } = body
      return createDevice(ctx, needs, { ...readChange(rest), uuid, equipmentId })
    },
    async ({ deviceId, key }, ctx, _, needs) => ({ ...(await shownById(ctx, needs, deviceId)), device_key: key }),
  ),
  question(calls.getDevice, async (ctx, { params }, _, needs) => {
    const uuid = normalUuid(params.uuid)
    const device = uuid === null ? undefined : await findDeviceByUuid(ctx, uuid)
    if (!device) throw new NotFound()
    return shown(ctx, needs, device)
  }),
  command(
    calls.updateDevice,
    (ctx, { params, body }, needs) => updateDevice(ctx, needs, params.id, readChange(body)),
    (_, ctx, { params }, needs) => shownById(ctx, needs, params.id),
  ),
  command(
    calls.reassignDevice,
    (ctx, { params, body }) => {
      const { equipId: equipmentId, primary: isPrimary, active } = body
      return reassignDevice(ctx, params.id, { equipmentId, isPrimary, active, from: instant(body.from) })
    },
    (_, ctx, { params }, needs) => shownById(ctx, needs, params.id),
  ),
  command(
    calls.removeDevice,
    (ctx, { params }) => removeDevice(ctx, params.id),
    (_, ctx, { params }, needs) => shownById(ctx, needs, params.id),
  ),
]

const companyCalls: readonly ModuleCall[] = [
  question(company.devicesOfCompany, async (ctx, _request, _asOf, needs) => ({
    devices: await presentDevices(ctx, needs, await allDevices(ctx)),
  })),
  question(company.equipmentOfCompany, async (ctx, { actor, query }, _, needs) => {
    const machines = inNaturalOrder(await allEquipment(ctx), (machine) => machine.equipmentId)
    if (query.addlProps === undefined || query.addlProps === 'false')
      return { equipment: machines.map(presentEquipmentBrief) }
    const devices = await presentDevices(ctx, needs, await allDevices(ctx))
    const byMachine = Map.groupBy(devices, (device) => device.equipment_id)
    const rows = await presentEquipmentRows(ctx, machines, maySee(actor, 'money'))
    return {
      equipment: rows.map((row) => {
        const Devices = byMachine.get(row.id) ?? []
        const supports = Devices.some(
          (device) => device.is_primary && device.CurrentFirmware?.config.supports_device_outputs,
        )
        return { ...row, supports_device_outputs: supports, Devices }
      }),
    }
  }),
]

export const devicesModule: Module = {
  calls: [...deviceCalls, ...keyCalls, claimCall, ...companyCalls],
}

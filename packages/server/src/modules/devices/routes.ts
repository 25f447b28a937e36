import { createDevice as createDeviceCall } from '@millwatch/contract/http/devices'
import { type Router, success } from '../../platform/http/route.ts'
import { createDevice, type DevicesDeps } from './create-device.ts'
import { presentDevice } from './present.ts'

export function devicesRoutes(router: Router, deps: DevicesDeps): void {
  router.signedIn(createDeviceCall, async ({ body, inCompany }) => {
    const device = await inCompany((ctx) =>
      createDevice(ctx, deps, {
        uuid: body.deviceUUID,
        equipmentId: body.equipId,
        isPrimary: body.primary,
        active: body.active,
        deviceTypeId: body.deviceTypeId,
        inputSetup: body.inputSetup,
      }),
    )
    return success({ device: presentDevice(device), device_key: device.key })
  })
}

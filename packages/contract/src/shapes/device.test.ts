import { deviceSettingNames, deviceSettings } from '@millwatch/domain/devices'
import { expect, test } from 'vitest'
import { createDevice, updateDevice } from '../http/devices.ts'
import { Device } from './device.ts'

test('every setting of a device is in the requests that set it, and in the answer', () => {
  for (const name of deviceSettingNames) {
    const { wire, answer } = deviceSettings[name]
    for (const { body } of [createDevice.shapes, updateDevice.shapes]) {
      expect(body.properties).toHaveProperty(wire)
      expect(body.required ?? []).not.toContain(wire)
    }
    expect(Device.properties).toHaveProperty(answer)
    expect(Device.required).toContain(answer)
  }
})

import { devicesInArrears, outputsOf } from '../modules/alarms/index.ts'
import { COMMANDS_CHANNEL, configOf, noteConfigConfirmed, noteConfigSent } from '../modules/devices/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { MqttCommands, MqttDevice } from '../sources/mqtt/index.ts'

/** Time (ms) after which a command that was not acknowledged is sent again over the same connection. */
const ACKNOWLEDGE_WITHIN_MS = 10_000

/**
 * Returns the functions by which devices get their configuration and the state of their outputs: `settingsOf` for a device that
 * reads them over HTTP (it stores the configuration as sent and confirmed), `mqtt` for devices that are connected by MQTT.
 */
export function commandsTo(needs: Needs) {
  const { database, clock } = needs
  const within = <T>({ companyId, deviceId }: MqttDevice, work: (ctx: Ctx) => Promise<T>) =>
    database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'device', deviceId }, tx, clock }))
  const mqtt: MqttCommands = {
    config: async (device) => {
      const command = await within(device, (ctx) => configOf(ctx, needs, device.deviceId))
      return {
        command,
        sent: () => within(device, (ctx) => noteConfigSent(ctx, device.deviceId, command)),
        confirmed: () => within(device, (ctx) => noteConfigConfirmed(ctx, device.deviceId, command)),
      }
    },
    outputs: (device) =>
      within(device, async (ctx) => {
        const outputs = await outputsOf(ctx, device.deviceId)
        return outputs === null || outputs.isAcknowledged ? null : outputs.command
      }),
    inArrears: (companyId, deviceIds) =>
      asSystem(needs, companyId, (ctx) => devicesInArrears(ctx, deviceIds, clock.now() - ACKNOWLEDGE_WITHIN_MS)),
    subscribe: (changed, missed) =>
      database.listen(
        COMMANDS_CHANNEL,
        (payload) => {
          const [, deviceId, subject] = payload.split('/')
          changed(Number(deviceId), subject === 'outputs' ? 'outputs' : 'config')
        },
        missed,
      ),
  }
  const settingsOf = (device: MqttDevice) =>
    within(device, async (ctx) => {
      const config = await configOf(ctx, needs, device.deviceId)
      // A device that asks over HTTP gets it in the answer, or asks again: so it counts as sent and confirmed.
      await noteConfigSent(ctx, device.deviceId, config)
      await noteConfigConfirmed(ctx, device.deviceId, config)
      return { config, outputs: (await outputsOf(ctx, device.deviceId))?.command ?? null }
    })
  return { mqtt, settingsOf }
}

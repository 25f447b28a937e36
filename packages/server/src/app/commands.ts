import { COMMANDS_CHANNEL, configOf } from '../modules/devices/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import type { MqttDevice } from '../sources/mqtt/index.ts'

/**
 * Returns two functions for a source of device messages: `configOf` reads the configuration of a device; `subscribe` calls
 * `changed` with the id of each device that any server changes, and `missed` when such messages may have been lost.
 */
export function commandsTo(needs: Needs) {
  const { database, clock } = needs
  return {
    configOf: ({ companyId, deviceId }: MqttDevice) =>
      database.inCompany(companyId, (tx) =>
        configOf({ companyId, actor: { kind: 'device', deviceId }, tx, clock }, needs, deviceId),
      ),
    subscribe: (changed: (deviceId: number) => void, missed: () => void) =>
      database.listen(COMMANDS_CHANNEL, (payload) => changed(Number(payload.split('/')[1])), missed),
  }
}

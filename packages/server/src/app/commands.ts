import { COMMANDS_CHANNEL, configOf } from '../modules/devices/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import type { MqttDevice } from '../sources/mqtt/index.ts'

/** Commands to devices: any server may issue one, and the server a device is connected to sends it. */
export function commandsTo(needs: Needs) {
  const { database, clock } = needs
  return {
    configOf: ({ companyId, deviceId }: MqttDevice) =>
      database.inCompany(companyId, (tx) =>
        configOf({ companyId, actor: { kind: 'device', deviceId }, tx, clock }, needs, deviceId),
      ),
    hear: (changed: (deviceId: number) => void, missed: () => void) =>
      database.listen(COMMANDS_CHANNEL, (payload) => changed(Number(payload.split('/')[1])), missed),
  }
}

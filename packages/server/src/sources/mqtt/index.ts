import type { Source } from '../source.ts'
import type { MqttDeps } from './access.ts'
import { createMqttBroker, type MqttBroker } from './broker.ts'

export type { CommandSource as MqttCommands, MqttDevice } from './commands.ts'

/** Source of device messages over MQTT: an embedded broker. `listen` opens a port; it throws before `start`. */
export interface MqttSource extends Source, Pick<MqttBroker, 'listen' | 'connected'> {}

export function createMqttSource(deps: Omit<MqttDeps, 'deliver'>): MqttSource {
  let broker: MqttBroker | undefined
  return {
    async start(deliver) {
      broker = await createMqttBroker({ ...deps, deliver })
    },
    async listen(...at) {
      if (!broker) throw new Error('The broker has not started')
      return broker.listen(...at)
    },
    connected: () => broker?.connected() ?? 0,
    async stop() {
      await broker?.close()
    },
  }
}

export { createMqttBroker, type MqttBroker } from './broker.ts'
export { COMMANDS_CHANNEL, type MqttDevice } from './commands.ts'

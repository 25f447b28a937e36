export { createMqttBroker, type MqttBroker, type MqttDeps } from './broker.ts'
export { COMMANDS_CHANNEL, type CommandSource, type MqttDevice } from './commands.ts'

export { createMqttBroker, type MqttBroker, type MqttDeps, type MqttDevice } from './broker.ts'

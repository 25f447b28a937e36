import { eventsTopic } from '@millwatch/contract/devices'

export interface DeviceAccess {
  readonly uuid: string
  readonly key: string
}

/** Message with one cycle of 12.4 s that ends now, as a shell string; `date` gives it a new batch id and time each time. */
const envelope =
  '"{\\"batch_id\\":\\"$(date +%s)\\",\\"events\\":[{\\"t\\":$(date +%s000),\\"type\\":\\"cycle\\",\\"cycle_time\\":12.4}]}"'

/** Returns a shell command (curl) with which a device sends one cycle over HTTP to `origin`; it contains the device's key. */
export const curlLine = (origin: string, { uuid, key }: DeviceAccess): string =>
  [
    `curl ${origin}/v0/ingest`,
    `-H 'authorization: Device ${uuid}:${key}'`,
    `-H 'content-type: application/json' -d ${envelope}`,
  ].join(' \\\n  ')

/**
 * Returns a shell command (mosquitto_pub) with which a device sends one cycle over MQTT to port 1883 of `host`; it contains
 * the device's key.
 */
export const mosquittoLine = (host: string, { uuid, key }: DeviceAccess): string =>
  [`mosquitto_pub -h ${host} -p 1883 -q 1 -u ${uuid} -P '${key}'`, `-t ${eventsTopic(uuid)}`, `-m ${envelope}`].join(
    ' \\\n  ',
  )

/**
 * Returns a shell command (curl) that redeems a claim code for a device, with the placeholder `UUID`. The server's answer
 * contains the key of the device.
 */
export const claimLine = (origin: string, code: string): string =>
  [
    `curl ${origin}/v0/device/claim -H 'content-type: application/json'`,
    `-d '{"code":"${code}","device_uuid":"UUID"}'`,
  ].join(' \\\n  ')

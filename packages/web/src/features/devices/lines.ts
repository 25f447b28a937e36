import { eventsTopic } from '@millwatch/contract/devices'

export interface DeviceAccess {
  readonly uuid: string
  readonly key: string
}

/** One cycle of 12.4 s that ends now, under a batch id of its own each time, as a shell writes it. */
const envelope =
  '"{\\"batch_id\\":\\"$(date +%s)\\",\\"events\\":[{\\"t\\":$(date +%s000),\\"type\\":\\"cycle\\",\\"cycle_time\\":12.4}]}"'

/** Lets the device speak over HTTP. */
export const curlLine = (origin: string, { uuid, key }: DeviceAccess): string =>
  [
    `curl ${origin}/v0/ingest`,
    `-H 'authorization: Device ${uuid}:${key}'`,
    `-H 'content-type: application/json' -d ${envelope}`,
  ].join(' \\\n  ')

/** Lets the device speak over MQTT, at the port the server has unless it is told otherwise. */
export const mosquittoLine = (host: string, { uuid, key }: DeviceAccess): string =>
  [`mosquitto_pub -h ${host} -p 1883 -q 1 -u ${uuid} -P '${key}'`, `-t ${eventsTopic(uuid)}`, `-m ${envelope}`].join(
    ' \\\n  ',
  )

/** Puts a device on the machine of a claim code; the answer holds its key. */
export const claimLine = (origin: string, code: string): string =>
  [
    `curl ${origin}/v0/device/claim -H 'content-type: application/json'`,
    `-d '{"code":"${code}","device_uuid":"UUID"}'`,
  ].join(' \\\n  ')

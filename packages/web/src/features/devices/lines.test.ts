import { expect, it } from 'vitest'
import { claimLine, curlLine, mosquittoLine } from './lines.ts'

const access = { uuid: '6f1c8a52-0a58-4a0e-9d0c-3c1f0f3b7c11', key: 'k-1' }
const envelope = String.raw`"{\"batch_id\":\"$(date +%s)\",\"events\":[{\"t\":$(date +%s000),\"type\":\"cycle\",\"cycle_time\":12.4}]}"`

it('lets a device speak over HTTP with its key, as README has it', () => {
  expect(curlLine('http://plant.example', access).split(' \\\n  ')).toEqual([
    'curl http://plant.example/v0/ingest',
    `-H 'authorization: Device ${access.uuid}:k-1'`,
    `-H 'content-type: application/json' -d ${envelope}`,
  ])
})

it('or over MQTT, where it is answered once its message is stored', () => {
  expect(mosquittoLine('plant.example', access).split(' \\\n  ')).toEqual([
    `mosquitto_pub -h plant.example -p 1883 -q 1 -u ${access.uuid} -P 'k-1'`,
    `-t millwatch/v1/devices/${access.uuid}/events`,
    `-m ${envelope}`,
  ])
})

it('and puts one on the machine of a claim code', () => {
  expect(claimLine('http://plant.example', 'ABCD-1234')).toContain(`-d '{"code":"ABCD-1234","device_uuid":"UUID"}'`)
})

import { randomUUID } from 'node:crypto'
import { createClaimCode } from '@millwatch/contract/http/devices'
import { type Example, nothing, ofMachine } from './example.ts'

/** Valid calls of the operations on devices and on the messages that devices sent, by the name of the operation. */
export const examplesOfDevices: Readonly<Record<string, Example>> = {
  'device.create': {
    at: { 'body.equipId?': 'equipment' },
    body: () => ({ deviceUUID: randomUUID(), primary: false, active: true }),
  },
  'device.read': { at: { 'params.uuid': 'device_uuid' } },
  'device.page.read': { at: { 'params.uuid': 'device_uuid' } },
  'device.update': { at: { 'params.id': 'device' }, fresh: ['device'], body: { active: false } },
  'device.reassign': { at: { 'params.id': 'device', 'body.equipId': 'equipment' }, fresh: ['device'] },
  'device.remove': { at: { 'params.id': 'device' }, fresh: ['device'] },
  'device.rotate_key': { at: { 'params.id': 'device' }, fresh: ['device'], body: {} },
  'device.revoke_key': { at: { 'params.id': 'device' }, fresh: ['device'] },
  'device.claim_code.create': { at: { 'body.equipId': 'equipment' } },
  'device.claim': {
    async body({ t, by, things }) {
      const call = { token: by.people.admin.token, body: { equipId: Number(things.equipment) } }
      return { code: (await t.ask(createClaimCode, call)).code, device_uuid: randomUUID() }
    },
  },
  'device.config.read': nothing,
  'ingest.receive': {
    body: ({ t }) => ({
      ...{ batch_id: randomUUID(), sent_at: t.clock.now() },
      events: [{ t: t.clock.now() - 1000, type: 'ping' }],
    }),
  },
  'quarantine.read': ofMachine,
  'quarantine.release': { at: { 'params.id': 'quarantine' } },
  'quarantine.release_many': {
    at: { 'body.device_ids[]?': 'device' },
    body: { reason: 'clock_reset' },
    fresh: ['device'],
  },
  'clock_reset.release': { at: { 'params.id': 'device' }, fresh: ['device'] },
  'clock_reset.discard': { at: { 'params.id': 'device' }, fresh: ['device'] },
}

import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '@millwatch/contract/endpoint'
import type { createDevice } from '@millwatch/contract/http/devices'
import type { createSession } from '@millwatch/contract/http/identity'
import type { createEquipment, getEquipment } from '@millwatch/contract/http/tree'
import type { Counts, Credentials } from '../transport/sender.ts'

/** Machine that was created for a play: its id, and the uuid and key of its device. */
export interface MadeMachine extends Credentials {
  readonly equipmentId: number
}

/** Numbers of events of a device that the server counted since the device was added. */
export type DeviceAccount = Counts & { readonly received: number }

export interface Api {
  makeMachine(name: string, unit: number): Promise<MadeMachine>
  accountOf(machine: MadeMachine): Promise<DeviceAccount | null>
}

async function call<A>(api: URL, method: string, path: string, token: string, body?: unknown): Promise<A> {
  const answer = await fetch(new URL(path, api), {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text) as A
  throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
}

/**
 * Signs in at `api` and returns the calls that a play needs, made in that session. A person of several companies enters the
 * default one. Throws an error if the server refuses or requires a second factor.
 */
export async function signIn(api: URL, username: string, password: string): Promise<Api> {
  const open = (body: Body<typeof createSession>) =>
    call<Answer<typeof createSession>>(api, 'POST', '/v0/sessions', '', body)
  let session = await open({ username, password })
  if ('companies' in session) session = await open({ username, password, company_id: session.default_company_id })
  const token = 'token' in session ? session.token : undefined
  if (token === undefined) throw new Error('the server gave no token')
  return {
    async makeMachine(name, unit) {
      const made: Body<typeof createEquipment> = { name, parent_id: unit }
      const { equip } = await call<Answer<typeof createEquipment>>(api, 'POST', '/v0/e', token, made)
      const uuid = randomUUID()
      const device: Body<typeof createDevice> = { deviceUUID: uuid, equipId: equip.id, primary: true, active: true }
      const answer = await call<Answer<typeof createDevice>>(api, 'POST', '/v0/devices', token, device)
      return { equipmentId: equip.id, uuid, key: answer.device_key }
    },
    async accountOf({ equipmentId, uuid }) {
      const { equip } = await call<Answer<typeof getEquipment>>(api, 'GET', `/v0/e/${equipmentId}`, token)
      return equip.Devices.find((device) => device.device_uuid === uuid) ?? null
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { Answer, Body, Endpoint, Params, Query } from '@millwatch/contract/endpoint'
import { createDevice } from '@millwatch/contract/http/devices'
import { createSession } from '@millwatch/contract/http/identity'
import type { ingest } from '@millwatch/contract/http/ingest'
import { createEquipment } from '@millwatch/contract/http/tree'
import type { Role } from '@millwatch/domain/identity'
import { type App, buildApp } from '@millwatch/server/app'
import type { AppDeps } from '@millwatch/server/app/settings'
import { createCompany, createUser } from '@millwatch/server/modules/identity/index'
import { type Clock, systemClock } from '@millwatch/server/platform/clock'
import { silentLogger } from '@millwatch/server/platform/logger'
import { type TestDatabase, testDatabase } from '../database/database.ts'

export const password = 'Passw0rd of a test'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Sent {
  token?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  /** Text parsed as JSON; null if it is not valid JSON. */
  readonly json: unknown
}

/** Input of a call, with path parameters, query and body typed by the endpoint, and the token of the caller. */
export interface CallInput<E extends Endpoint> {
  token?: string
  params?: Params<E>
  query?: Query<E>
  body?: Body<E>
  headers?: Record<string, string>
}

/**
 * Returns the path of an endpoint with its `:name` parameters filled in and URL-encoded, followed by `?` and the query unless the
 * query is empty.
 */
export function addressOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const path = endpoint.path.replace(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Complete server on a database, called by endpoint definitions or by paths; without a network until `listen` is called. */
export interface InjectApp {
  readonly app: App
  readonly db: TestDatabase
  readonly clock: Clock
  call(method: Method, path: string, sent?: Sent): Promise<RawAnswer>
  /**
   * Calls an endpoint and returns its answer as JSON. Throws an error with the status and the text if the status is 300 or more.
   */
  ask<E extends Endpoint>(endpoint: E, asked?: CallInput<E>): Promise<Answer<E>>
  signIn(email: string, companyId?: number): Promise<string>
  /** Opens the ports on loopback and returns their addresses: `http://127.0.0.1:port`, `mqtt://127.0.0.1:port`. */
  listen(): Promise<{ httpUrl: string; mqttUrl: string }>
  close(options?: Parameters<TestDatabase['close']>[0]): Promise<void>
}

type Settings = Partial<Omit<AppDeps, 'config'>> & { config?: Partial<AppDeps['config']>; db?: TestDatabase }

export async function injectApp({ db: given, config, ...settings }: Settings = {}): Promise<InjectApp> {
  const db = given ?? (await testDatabase())
  const clock = settings.clock ?? systemClock
  const app = await buildApp({
    config: { host: '127.0.0.1', port: 0, mqttPort: 0, ...config },
    database: db.database,
    logger: silentLogger,
    version: '0.0.0-test',
    // Tests may send any number of calls while their clock stands still, so there are no rate limits.
    rates: null,
    ...settings,
    clock,
  })
  app.ready()
  const call: InjectApp['call'] = async (method, url, { token, headers, body } = {}) => {
    const authorization = token ? { authorization: token } : {}
    const payload = body === undefined ? {} : { payload: body as object }
    const answer = await app.inject({ method, url, headers: { ...authorization, ...headers }, ...payload })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: parsed(answer.body) }
  }
  const ask: InjectApp['ask'] = async (endpoint, { params, query, ...sent } = {}) => {
    const address = addressOf(endpoint, params as object | undefined, query as object | undefined)
    const answer = await call(endpoint.method, address, sent)
    if (answer.status >= 300) throw new Error(`${endpoint.method} ${address}: ${answer.status} ${answer.text}`)
    return answer.json as Answer<typeof endpoint>
  }
  return {
    app,
    db,
    clock,
    call,
    ask,
    async signIn(username, companyId) {
      const body = { username, password, ...(companyId === undefined ? {} : { company_id: companyId }) }
      const answer = await ask(createSession, { body })
      if (!('token' in answer) || answer.token === undefined) throw new Error('No token was given')
      return answer.token
    },
    async listen() {
      const { http, mqtt } = await app.listen()
      return { httpUrl: `http://127.0.0.1:${http}`, mqttUrl: `mqtt://127.0.0.1:${mqtt}` }
    },
    async close(options) {
      await app.close()
      if (!given) await db.close(options)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Creates a company with three people, `user@NAME.example`, `admin@NAME.example` and `superuser@NAME.example`, all with the
 * password of all tests. Returns the company and `emailOf`, which gives the address of a role.
 */
export async function companyWithPeople(
  { db, clock }: Pick<InjectApp, 'db' | 'clock'>,
  name: string,
  timezone = 'UTC',
) {
  const deps = { database: db.database, clock }
  const company = await createCompany(deps, { name, timezone })
  const { companyId } = company
  const emailOf = (role: Role) => `${role}@${name}.example`
  for (const role of ['user', 'admin', 'superuser'] as const) {
    const person = { email: emailOf(role), firstName: role, lastName: name, password, role }
    await createUser(deps, { companyId, ...person, mustChangePassword: false })
  }
  return { ...company, emailOf }
}

/**
 * Creates a machine with an active primary device, as the person with `token`. The returned `send` posts events as the device and
 * returns the receipt; it throws an error unless the status is 200.
 */
export async function machineWithDevice(test: InjectApp, token: string, unitId: number, name = 'machine') {
  const { equip } = await test.ask(createEquipment, { token, body: { name, parent_id: unitId } })
  const uuid = randomUUID()
  const body = { deviceUUID: uuid, equipId: equip.id, primary: true, active: true }
  const { device, device_key: key } = await test.ask(createDevice, { token, body })
  const authorization = `Device ${uuid}:${key}`
  let batches = 0
  const send = async (events: object[], batchId = `b-${++batches}`) => {
    const envelope = { batch_id: batchId, sent_at: test.clock.now(), events }
    const answer = await test.call('POST', '/v0/ingest', { headers: { authorization }, body: envelope })
    if (answer.status !== 200) throw new Error(`Ingest: ${answer.status} ${answer.text}`)
    return answer.json as Answer<typeof ingest>
  }
  return { id: equip.id, deviceId: device.id, uuid, key, authorization, send }
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@millwatch/domain/identity'
import { type App, buildApp } from '@millwatch/server/app'
import type { AppDeps } from '@millwatch/server/app/settings'
import { createCompany, createUser } from '@millwatch/server/modules/identity/index'
import { type Clock, systemClock } from '@millwatch/server/platform/clock'
import type { Database } from '@millwatch/server/platform/db/index'
import { silentLogger } from '@millwatch/server/platform/logger'
import { type TestDatabase, testDatabase } from '../database/database.ts'

export interface TestMachine {
  readonly id: number
  readonly uuid: string
  readonly key: string
}

export interface Answered<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A server with open ports on loopback. */
export interface TestServer {
  readonly app: App
  /** `http://127.0.0.1:port` */
  readonly httpUrl: string
  /** `mqtt://127.0.0.1:port` */
  readonly mqttUrl: string
}

/** A complete server on its own database, with a company whose superuser is signed in. */
export interface TestApp extends TestServer {
  readonly db: TestDatabase
  readonly companyId: number
  readonly rootUnitId: number
  /** Session token of the superuser. */
  readonly token: string
  /** Sends a call as the superuser unless another token is given; '' sends it without a sign-in. */
  call<Body>(method: string, path: string, body?: unknown, options?: { token?: string }): Promise<Answered<Body>>
  /** Sends a call like `call`, and throws unless it succeeds. */
  ok<Body>(method: string, path: string, body?: unknown): Promise<Body>
  /** Adds another member of the company and returns their session token. */
  person(role: Role): Promise<string>
  unit(name: string, parentId?: number): Promise<number>
  /** Creates a machine with a primary device. */
  machine(name?: string, unitId?: number): Promise<TestMachine>
  /** Starts another server on the same data, as a second process would be; it closes together with this one. */
  anotherServer(): Promise<TestServer>
  close(): Promise<void>
}

export interface TestAppSettings {
  readonly clock?: Clock
  readonly logger?: AppDeps['logger']
  readonly webRoot?: string
  readonly disk?: AppDeps['disk']
}

const host = '127.0.0.1'

/** Starts a server with open ports on a database that has no users yet. */
export async function testServer(database: Database, settings: TestAppSettings = {}): Promise<TestServer> {
  const { clock = systemClock, logger = silentLogger, webRoot, disk } = settings
  const config = { host, port: 0, mqttPort: 0 }
  const app = await buildApp({ config, database, clock, logger, version: '0.0.0-test', webRoot, disk })
  const ports = await app.listen()
  app.ready()
  return { app, httpUrl: `http://${host}:${ports.http}`, mqttUrl: `mqtt://${host}:${ports.mqtt}` }
}

async function ask<Body>(base: string, token: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(new URL(path, base), {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text === '' ? null : JSON.parse(text)) as Body }
}

/** Starts a server for a test file. Call `close` when done. */
export async function testApp(settings: TestAppSettings = {}): Promise<TestApp> {
  const db = await testDatabase()
  const first = await testServer(db.database, settings)
  const servers = [first]
  const people = { database: db.database, clock: settings.clock ?? systemClock }
  const company = await createCompany(people, { name: 'Test Works', timezone: 'Etc/UTC' })

  const signIn = async (role: Role): Promise<string> => {
    const email = `${randomUUID()}@test.example`
    const password = randomBytes(12).toString('hex')
    const name = { firstName: 'Test', lastName: role }
    await createUser(people, {
      companyId: company.companyId,
      email,
      password,
      role,
      ...name,
      mustChangePassword: false,
    })
    const { body } = await ask<{ token: string }>(first.httpUrl, '', 'POST', '/v0/sessions', {
      username: email,
      password,
    })
    return body.token
  }
  const token = await signIn('superuser')
  const ok = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await ask<Body>(first.httpUrl, token, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    ...first,
    db,
    companyId: company.companyId,
    rootUnitId: company.rootOrgUnitId,
    token,
    call: (method, path, body, options) => ask(first.httpUrl, options?.token ?? token, method, path, body),
    ok,
    person: signIn,
    async unit(name, parentId = company.rootOrgUnitId) {
      const { orgUnit } = await ok<{ orgUnit: { id: number } }>('POST', '/v0/o', { name, parent_id: parentId })
      return orgUnit.id
    },
    async machine(name = randomUUID(), unitId = company.rootOrgUnitId) {
      const { equip } = await ok<{ equip: { id: number } }>('POST', '/v0/e', { name, parent_id: unitId })
      const uuid = randomUUID()
      const device = { deviceUUID: uuid, equipId: equip.id, primary: true, active: true }
      const { device_key } = await ok<{ device_key: string }>('POST', '/v0/devices', device)
      return { id: equip.id, uuid, key: device_key }
    },
    async anotherServer() {
      const server = await testServer(db.open(), settings)
      servers.push(server)
      return server
    },
    async close() {
      await Promise.all(servers.map(({ app }) => app.close()))
      await db.close()
    },
  }
}

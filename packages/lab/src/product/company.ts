import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from './product.ts'

/** Ids of a machine and its device, with the uuid and key with which the device sends. */
export interface MadeMachine {
  readonly equipmentId: number
  readonly deviceId: number
  readonly uuid: string
  readonly key: string
}

const ADMIN = 'owner@plant.example'
const AT_ONCE = 8

/**
 * Client of the API for one company of an installation, with the token of a person who is signed in to it. Each method waits and
 * sends its request again after the status 429, and throws an error after any other status that is no success.
 */
export class Company {
  readonly username: string
  readonly token: string
  readonly rootUnitId: number
  readonly #url: string

  constructor(url: string, { username, token, rootUnitId }: { username: string; token: string; rootUnitId: number }) {
    this.#url = url
    this.username = username
    this.token = token
    this.rootUnitId = rootUnitId
  }

  /** Returns the same person and company with the address of another server. */
  at(url: string): Company {
    return new Company(url, this)
  }

  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return call<Answer>(this.#url, this.token, method, path, body)
  }

  /** Creates a unit under the unit `parent`, the root of the company unless given, and returns its id. */
  async unit(name: string, parent: number = this.rootUnitId): Promise<number> {
    const wanted = { name, parent_id: parent }
    return (await this.call<{ orgUnit: { id: number } }>('POST', '/v0/o', wanted)).orgUnit.id
  }

  /**
   * Creates a machine under the unit `unit`, the root of the company unless given, and an active primary device on it. `device`
   * adds or replaces fields of the device.
   */
  async machine(name: string, unit: number = this.rootUnitId, device: object = {}): Promise<MadeMachine> {
    const { equip } = await this.call<{ equip: { id: number } }>('POST', '/v0/e', { name, parent_id: unit })
    const uuid = randomUUID()
    const wanted = { deviceUUID: uuid, equipId: equip.id, primary: true, active: true, ...device }
    const made = await this.call<{ device: { id: number }; device_key: string }>('POST', '/v0/devices', wanted)
    return { equipmentId: equip.id, deviceId: made.device.id, uuid, key: made.device_key }
  }

  /**
   * Creates `count` machines named Machine 1, Machine 2 and so on, up to 8 at once, each under the unit that `unitOf` returns for
   * its index from 0; undefined is the root. Returns them in the order of their indexes.
   */
  async machines(count: number, unitOf: (n: number) => number | undefined = () => undefined): Promise<MadeMachine[]> {
    const made: MadeMachine[] = []
    let next = 0
    const work = async () => {
      for (let n = next++; n < count; n = next++) made[n] = await this.machine(`Machine ${n + 1}`, unitOf(n))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return made
  }
}

async function call<Answer>(url: string, token: string, method: string, path: string, body: unknown): Promise<Answer> {
  const answer = await answered(url, token, method, path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as Answer
}

/**
 * Sends a request with JSON and returns the answer. After the status 429 it waits for the seconds in `retry-after`, 1 if absent,
 * and repeats the request, without a limit.
 */
async function answered(url: string, token: string, method: string, path: string, body: unknown): Promise<Response> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.status !== 429) return answer
  await answer.arrayBuffer()
  await delay(1000 * Number(answer.headers.get('retry-after') ?? 1))
  return answered(url, token, method, path, body)
}

/**
 * Signs in and returns a client for calls as this person in their company. Tries again after the wait that an answer 429 names.
 * Throws an error if it is refused, or if the person needs a second step.
 */
export async function signIn(url: string, username: string, password: string): Promise<Company> {
  const { token, user } = await call<{ token: string; user: { root_org_unit_id: number } }>(
    url,
    '',
    'POST',
    '/v0/sessions',
    { username, password },
  )
  return new Company(url, { username, token, rootUnitId: user.root_org_unit_id })
}

/** Company with its id and the password that its superuser has chosen, who is signed in. */
export type FoundedCompany = Company & { readonly id: string; readonly password: string }

/** Function that runs `millwatch ARGUMENTS` on an installation and returns its output. */
export type OperatorCommand = (...args: string[]) => Promise<string>

/**
 * Creates a company by the operator's command, signs in as its superuser `admin`, and replaces the first password by a random
 * one. Throws an error if the output has no id or password.
 */
export async function createCompany(
  url: string,
  command: OperatorCommand,
  { name, admin }: { name: string; admin: string },
): Promise<FoundedCompany> {
  const output = await command('company', 'create', name, '--admin', admin)
  const [, id] = /\((\d+)\) is made/.exec(output) ?? []
  const [, first] = /First password, shown this once: (\S+)/.exec(output) ?? []
  if (id === undefined || first === undefined) throw new Error(`The command line said: ${output}`)
  return Object.assign(await withNewPassword(url, admin, first), { id })
}

/** Signs in with the first password of a person and changes it to a random one, which is returned with the company. */
export async function withNewPassword(
  url: string,
  username: string,
  first: string,
): Promise<Company & { readonly password: string }> {
  const password = `${randomUUID()}-1`
  const person = await signIn(url, username, first)
  await person.call('PUT', '/v0/user/password', { current_password: first, password })
  return Object.assign(person, { password })
}

/**
 * Creates the company `Plant` on a running installation, signs in as its superuser `owner@plant.example`, and replaces the first
 * password.
 */
export const foundCompany = (product: Product): Promise<FoundedCompany> =>
  createCompany(product.url, (...args) => product.command(...args), { name: 'Plant', admin: ADMIN })

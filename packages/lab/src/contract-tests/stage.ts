import type { Endpoint } from '@millwatch/contract/endpoint'
import { createApiKey } from '@millwatch/contract/http/api-keys'
import { updateEquipment } from '@millwatch/contract/http/tree'
import { createCompany } from '@millwatch/server/modules/identity/index'
import { vi } from 'vitest'
import { type InjectApp, injectApp } from '../app/inject-app.ts'
import { everyThing, makeThing } from './every-thing.ts'
import type { Arranged, Example } from './example.ts'
import { examples } from './examples.ts'
import { everyEndpoint, schemaOfPart } from './operations.ts'
import { mintPerson, peopledCompany, type TestPerson } from './people.ts'
import { everyPrincipal, type Ground, type Principal } from './principals.ts'
import { type Sendable, withSlot } from './request.ts'
import type { Maker, Things } from './things.ts'

/** Test server with two companies, each with objects of every kind, and with all callers and all endpoints. */
export interface Stage {
  readonly t: InjectApp
  readonly endpoints: readonly Endpoint[]
  readonly firstCompany: Ground
  readonly otherCompany: Ground
  readonly principals: readonly Principal[]
  /**
   * Deletes all recorded sign-in attempts. All callers share a network address, whose sign-ins the server would otherwise slow
   * down.
   */
  forgetAttempts(): Promise<unknown>
  /** Deletes all codes that browsers show for pairing, because the server allows a network address only a hundred of them. */
  forgetPairings(): Promise<unknown>
}

const metricsToken = 'metrics-token-of-a-proof'

export const exampleOf = ({ operation }: Endpoint): Example => {
  const example = examples[operation]
  if (example === undefined) throw new Error(`${operation} has no example of a valid call`)
  return example
}

async function groundOf(t: InjectApp, name: string): Promise<Ground> {
  const company = await peopledCompany(t, name)
  const maker: Maker = { ...company, mark: name }
  const ground = { ...maker, things: await everyThing(t, maker) }
  await putLogo(t, ground.people.admin.token)
  return ground
}

async function putLogo(t: InjectApp, token: string): Promise<void> {
  const { body, headers = {} } = examples['company.logo.update'] ?? {}
  const sent = typeof body === 'function' ? await body({} as Arranged) : body
  const { status, text } = await t.call('PUT', '/v0/company/logo', { token, body: sent, headers })
  if (status !== 200) throw new Error(`No logo: ${text}`)
}

export async function openStage(settings: Parameters<typeof injectApp>[0] = {}): Promise<Stage> {
  const t = await injectApp({ config: { metricsToken }, isDemo: async () => true, evaluatesAlarms: false, ...settings })
  const firstCompany = await groundOf(t, 'Acmemark')
  const otherCompany = await groundOf(t, 'Globexmark')
  // Each company's display shows the unit that its own things are in.
  for (const { companyId, things } of [firstCompany, otherCompany]) {
    await t.db.owner.query('update kiosk set org_unit_id = $2 where company_id = $1', [companyId, things.org_unit])
  }
  const forgetAttempts = () => t.db.owner.query('delete from attempt')
  const forgetPairings = () => t.db.owner.query('delete from kiosk_pairing')
  return {
    t,
    endpoints: await everyEndpoint(),
    firstCompany,
    otherCompany,
    principals: await everyPrincipal(t, firstCompany, otherCompany),
    forgetAttempts,
    forgetPairings,
  }
}

/** Returns the last hour as `startDate` and `endDate`, each only if the query of the endpoint requires it. */
function periodIn(t: InjectApp, { shapes }: Endpoint): Record<string, string> {
  const { required = [] } = schemaOfPart(shapes.query) ?? {}
  const now = t.clock.now()
  const period = { startDate: new Date(now - 3_600_000).toISOString(), endDate: new Date(now).toISOString() }
  return Object.fromEntries(Object.entries(period).filter(([name]) => required.includes(name)))
}

const made = async <T>(value: T | ((a: Arranged) => T | Promise<T>), a: Arranged): Promise<T> =>
  typeof value === 'function' ? (value as (a: Arranged) => T | Promise<T>)(a) : value

/**
 * Creates a separate company with a logo, and in it a person with the same role as the caller, or an API key for this operation
 * alone. Returns the person and the headers of the new caller.
 */
async function twinElsewhere({ t }: Stage, { operation }: Endpoint, { role, stands }: Principal): Promise<Twin> {
  const founded = await createCompany({ database: t.db.database, clock: t.clock }, { name: 'Spare', timezone: 'UTC' })
  const { companyId } = founded
  const admin = await mintPerson(t, companyId, 'admin')
  await putLogo(t, admin.token)
  if (stands !== 'key') {
    const person = await mintPerson(t, companyId, role ?? 'user')
    return { person, headers: { authorization: person.token } }
  }
  const body = { name: 'twin', operations: [operation], expires_at: new Date(t.clock.now() + 86_400_000).toISOString() }
  const { key } = await t.ask(createApiKey, { token: admin.token, body })
  return { person: admin, headers: { authorization: `Bearer ${key}` } }
}

interface Twin {
  readonly person: TestPerson
  readonly headers: Record<string, string>
}

export interface ArrangedCall {
  readonly endpoint: Endpoint
  readonly sent: Sendable
}

/**
 * Returns a valid call of an endpoint by a caller, about objects of the company `by` (the first unless given). Optional slots are
 * omitted, except `filling` and those by which a display names its machine or unit. With `isServed`, objects that the call uses
 * up are new, and a new caller from a separate company makes a call marked `elsewhere`.
 */
export async function validCall(
  stage: Stage,
  endpoint: Endpoint,
  principal: Principal,
  { isServed, by = stage.firstCompany, filling }: { isServed: boolean; by?: Ground; filling?: string },
): Promise<ArrangedCall> {
  const example = exampleOf(endpoint)
  const { t } = stage
  const isTwin = isServed && example.elsewhere === true && principal.role !== null
  const twin = isTwin ? await twinElsewhere(stage, endpoint, principal) : undefined
  const caller = twin?.person ?? principal.person ?? by.people.user
  const things: Things = { ...by.things }
  for (const kind of isServed ? (example.fresh ?? []) : []) {
    const fresh = await makeThing(t, by, kind, caller)
    if (principal.stands === 'display' && fresh.equipment !== undefined)
      await moveToPage(t, by, Number(fresh.equipment))
    things[kind] = fresh[kind]
  }
  if (example.fresh?.includes('roster_user') && isServed)
    Object.assign(things, await makeThing(t, by, 'roster', caller))
  if (example.isSelf && principal.of === 'own' && principal.person) things.user = principal.person.userId
  const arranged: Arranged = { t, by, things, caller, isDisplay: principal.stands === 'display' }
  const beside = filling === undefined ? undefined : example.beside?.[filling]
  let sent: Sendable = {
    params: {},
    query: { ...periodIn(t, endpoint), ...(await made(example.query ?? {}, arranged)) },
    body: await made(beside ?? example.body, arranged),
    headers: { ...example.headers, ...(twin?.headers ?? principal.headers) },
  }
  for (const [slot, kind] of slotsIn(endpoint, example, principal)) {
    if (beside === undefined || !slot.startsWith('body.')) sent = withSlot(sent, slot, things[kind])
  }
  const filled = filling === undefined ? undefined : (example.at?.[filling] ?? example.at?.[`${filling}?`])
  if (filling !== undefined && filled !== undefined) sent = withSlot(sent, filling, things[filled])
  return { endpoint, sent }
}

/** Moves a machine under the unit of the machine in `things`, which is the unit that the display shows. */
async function moveToPage({ ask, db }: InjectApp, { people, things }: Ground, id: number): Promise<void> {
  const { rows } = await db.owner.query<{ unit: number }>(
    'select parent_org_unit_id::float8 as unit from equipment where equipment_id = $1',
    [things.equipment],
  )
  const body = { parent_org_unit_id: Number(rows[0]?.unit) }
  await ask(updateEquipment, { token: people.admin.token, params: { id }, body })
}

/**
 * Returns the slots that a valid call fills, each with its kind of object. Optional slots are left out, except those by which a
 * display must name its machine or unit.
 */
function slotsIn({ policy }: Endpoint, { at = {} }: Example, { stands }: Principal): [string, keyof Things][] {
  const demanded = stands === 'display' ? (policy.kiosk?.about.map((place) => place.at) ?? []) : []
  return Object.entries(at).flatMap(([slot, kind]): [string, keyof Things][] => {
    const bare = slot.replace('?', '')
    const isDemanded = demanded.some((place) => place === bare || `${place},` === bare)
    return slot === bare || isDemanded ? [[bare, kind]] : []
  })
}

/** Returns true if a valid call of this caller names at least one object of the company by its id. */
export const refers = (endpoint: Endpoint, principal: Principal): boolean =>
  slotsIn(endpoint, exampleOf(endpoint), principal).length > 0

/**
 * Waits until the job in an answer has finished or failed. Throws an error after 5 min; returns at once if the answer contains no
 * job.
 */
export async function jobDone({ t }: Stage, answer: unknown): Promise<void> {
  const id = (answer as { job?: { id?: number } } | null)?.job?.id
  if (id === undefined) return
  await vi.waitFor(
    async () => {
      const { rows } = await t.db.owner.query('select state from job where job_id = $1', [id])
      if (!['finished', 'failed'].includes(rows[0]?.state)) throw new Error(`The job is ${rows[0]?.state}`)
    },
    { timeout: 300_000, interval: 20 },
  )
}

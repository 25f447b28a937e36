import { randomUUID } from 'node:crypto'
import { type Company, createCompany, foundCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import type { Bench, Measurement } from '../lib/bench.ts'
import { asPerson, Caller, type Question } from '../lib/caller.ts'
import { median } from '../lib/figures.ts'
import type { Row } from '../lib/table.ts'

const EACH = 1000
const WARM_UP = 50
/** Largest number of requests per account that are not slowed down. The measurement makes fewer. */
const TRIES_OF_ACCOUNT = 10
const KNOWN = EACH / TRIES_OF_ACCOUNT + WARM_UP
const TOLERANCE = 0.05

/**
 * ACCESS: compares the times of answers, which must not reveal if a user exists, or if an object exists in another company. Each
 * row compares a refusal for an existing one with the refusal for an absent one.
 */
export const accessTiming: Measurement = async (bench) => {
  // Each request comes from a different network, so that none is slowed down: the server trusts this proxy's header for it.
  const product = await Product.make({ env: { TRUST_PROXY: '127.0.0.1' } })
  try {
    await product.start()
    const company = await foundCompany(product)
    return [...(await people(bench, product, company)), ...(await things(bench, product, company))]
  } finally {
    await product.discard()
  }
}

const knownUser = (n: number) => `person${n % KNOWN}@plant.example`
const unknownUser = (n: number) => `nobody${n % KNOWN}@plant.example`
let networks = 0
const fromElsewhere = () => {
  networks++
  return { 'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` }
}

async function people(bench: Bench, product: Product, company: Company): Promise<Row[]> {
  bench.say(`access-timing: adding ${KNOWN} people`)
  for (let n = 0; n < KNOWN; n++) {
    const person = { username: knownUser(n), first_name: 'Person', last_name: String(n), password: `${randomUUID()}-1` }
    await company.call('POST', '/v0/users', person)
  }
  const caller = new Caller(product.port, {})
  const wrongPassword = (nameOf: (n: number) => string) => (n: number) =>
    caller.refusedMs(401, {
      method: 'POST',
      path: '/v0/sessions',
      body: { username: nameOf(n), password: 'not the password' },
      headers: fromElsewhere(),
    })
  const forgotten = (nameOf: (n: number) => string) => (n: number) =>
    caller.refusedMs(204, {
      method: 'POST',
      path: '/v0/password/request',
      body: { username: nameOf(n) },
      headers: fromElsewhere(),
    })
  const signingIn = await inTurns(bench, 'sign-in', wrongPassword(knownUser), wrongPassword(unknownUser))
  const asking = await inTurns(bench, 'new password asked for', forgotten(knownUser), forgotten(unknownUser))
  caller.close()
  return [
    alike('a wrong password', signingIn, 'the same for somebody who is not known'),
    alike('a new password asked for', asking, 'the same for somebody who is not known'),
  ]
}

interface Comparison {
  readonly name: string
  readonly questionFor: (id: string) => Question
  readonly foreign: string
  /** Returns an id that never existed, a different one for each `n`; absent: numbers from 900,000,000 on. */
  readonly absent?: (n: number) => string
}

async function things(bench: Bench, product: Product, { token }: Company): Promise<Row[]> {
  const command = (...args: string[]) => product.command(...args)
  const other = await createCompany(product.url, command, { name: 'Other', admin: 'owner@other.example' })
  const machines = await other.machines(4)
  const { roster } = await other.call<{ roster: { id: number } }>('POST', '/v0/rosters', { name: 'Theirs' })
  const [first, second, third] = machines
  if (!first || !second || !third) throw new Error('A machine is missing')
  const absent = (n: number) => String(900_000_000 + n)
  const comparisons: Comparison[] = [
    {
      name: 'GET of a machine',
      questionFor: (id) => ({ method: 'GET', path: `/v0/e/${id}` }),
      foreign: String(first.equipmentId),
    },
    {
      name: 'GET of a unit',
      questionFor: (id) => ({ method: 'GET', path: `/v0/o/${id}` }),
      foreign: String(other.rootUnitId),
    },
    {
      name: 'PUT of a machine',
      questionFor: (id) => ({ method: 'PUT', path: `/v0/e/${id}`, body: { name: 'x' } }),
      foreign: String(second.equipmentId),
    },
    {
      name: 'GET of a device',
      questionFor: (id) => ({ method: 'GET', path: `/v0/devices/${id}` }),
      foreign: third.uuid,
      absent: () => randomUUID(),
    },
    {
      name: 'DELETE of a group',
      questionFor: (id) => ({ method: 'DELETE', path: `/v0/rosters/${id}` }),
      foreign: String(roster.id),
    },
  ]
  const rows: Row[] = []
  for (const { name, questionFor, foreign, absent: otherwise = absent } of comparisons) {
    const caller = asPerson(product.port, token)
    const refused = (idOf: (n: number) => string) => (n: number) => caller.refusedMs(404, questionFor(idOf(n)))
    const taken = await inTurns(
      bench,
      name,
      refused(() => foreign),
      refused(otherwise),
      INTERVAL_MS,
    )
    rows.push(alike(`${name} of another company`, taken, 'the same of one that does not exist'))
    caller.close()
  }
  return rows
}

/** Time (ms) for each request about an object, so that the writes of one person are not slowed down. */
const INTERVAL_MS = 25

interface TimesMs {
  readonly ours: number[]
  readonly yardstick: number[]
}

/**
 * Measures both requests in turns, 1,000 times each after a warm-up; each is the first of the pair every second time. Returns the
 * times in ms.
 */
async function inTurns(
  bench: Bench,
  name: string,
  ours: (n: number) => Promise<number>,
  yardstick: (n: number) => Promise<number>,
  intervalMs = 0,
): Promise<TimesMs> {
  const taken: TimesMs = { ours: [], yardstick: [] }
  for (let n = 0; n < EACH + WARM_UP; n++) {
    const began = performance.now()
    const turns = [async () => taken.ours.push(await ours(n)), async () => taken.yardstick.push(await yardstick(n))]
    for (const turn of n % 2 === 0 ? turns : turns.toReversed()) await turn()
    const left = intervalMs * 2 - (performance.now() - began)
    if (left > 0) await new Promise((go) => setTimeout(go, left))
  }
  taken.ours.splice(0, WARM_UP)
  taken.yardstick.splice(0, WARM_UP)
  bench.say(`access-timing ${name}: ${median(taken.ours).toFixed(3)} ms, ${median(taken.yardstick).toFixed(3)} ms`)
  return taken
}

const alike = (name: string, taken: TimesMs, against: string): Row => ({
  name: `ACCESS ${name}`,
  unit: 'ms',
  ...taken,
  against: `${against}, ${EACH} of each in turns`,
  goal: { ratioAtLeast: 1 - TOLERANCE, ratioAtMost: 1 + TOLERANCE },
})

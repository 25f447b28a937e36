import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS } from '@millwatch/domain/time'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { Ledger } from '@millwatch/lab/load/ledger'
import { type FaultMachine, makePlant } from '@millwatch/lab/load/plant'
import type { Traffic } from '@millwatch/lab/load/traffic'
import { Transport } from '@millwatch/lab/load/transport'
import { comparedSoon } from '@millwatch/lab/load/verify'
import { type Company, signIn } from '@millwatch/lab/product/company'
import { ending } from '@millwatch/lab/product/ending'
import type { Product } from '@millwatch/lab/product/product'
import { acknowledgedMore } from '../base/acknowledged.ts'
import { ClockOfFile, still } from '../base/clock-of-file.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import type { ClockShift } from '../base/preload-names.ts'
import { clockOf, Site, verified } from '../base/site.ts'
import { startTraffic } from '../base/under-load.ts'

const SHIFTED_MS = 2500
const ACKNOWLEDGED_WITHIN_MS = 10_000
const LIVE_EVERY_MS = 250

const shifts: readonly (readonly [string, () => ClockShift])[] = [
  ['+1 h', () => ({ ...still, offsetMs: HOUR_MS })],
  ['-1 h', () => ({ ...still, offsetMs: -HOUR_MS })],
  ['+1 day', () => ({ ...still, offsetMs: 24 * HOUR_MS })],
  ['-1 s', () => ({ ...still, offsetMs: -1000 })],
  // A leap second, spread over the time of the fault.
  ['leap smear', () => ({ offsetMs: 0, rate: -1000 / SHIFTED_MS, since: Date.now() })],
]

/**
 * Kinds F20: the clock of the server's machine jumps and comes back. People must stay signed in, devices must be acknowledged,
 * and no shown duration may be negative.
 */
export const serverClocks: readonly FaultKind[] = shifts.map(([name, shift]) => ({
  name: `F20 ${name}`,
  fullCount: 20,
  step: 2,
  run: (input) => shifting(shift, input),
}))

async function shifting(shift: () => ClockShift, { count, seed }: StepInput): Promise<Done> {
  const clock = new ClockOfFile()
  const site = await Site.open(1)
  const close = async () => {
    await site.close()
    clock.remove()
  }
  return ending(close, async () => {
    for (const server of [...site.servers]) await site.retire(server)
    const server = await site.server(clockOf(clock.path))
    const traffic = await startTraffic(site.company, site.servers, { seed })
    const live = await Live.begin(site)
    try {
      for (let i = 0; i < count; i++) {
        clock.show(shift())
        await delay(SHIFTED_MS)
        await assertServing(site, server, traffic, live)
        clock.show(still)
        await assertServing(site, server, traffic, live)
      }
      await traffic.finish()
      await live.end()
      const acknowledged = await comparedSoon(site.company, site.databaseUrl, [...traffic.ledgers, live.ledger])
      await verified(server)
      return { count, acknowledged }
    } finally {
      traffic.abandon()
      live.abandon()
    }
  })
}

/**
 * Checks the rules that hold for every clock: devices are acknowledged within 10 s, people can sign in, stay signed in and sign
 * out, no shown duration is negative, and the invariants hold. Throws a `FaultFinding` otherwise.
 */
async function assertServing(site: Site, server: Product, traffic: Traffic, live: Live): Promise<void> {
  const machines = [...traffic.ledgers, live.ledger].map(({ machine }) => machine)
  await acknowledgedMore(traffic, 1, ACKNOWLEDGED_WITHIN_MS)
  const { company } = site
  await insistOn(company, 'A person who is signed in is not let in')
  const anew = await signIn(server.url, company.username, site.password)
  await insistOn(anew, 'A person who has just signed in is not let in')
  await anew.call('DELETE', '/v0/sessions/current')
  const isOut = await anew.call('GET', '/v0/user').then(
    () => false,
    () => true,
  )
  if (!isOut) throw new FaultFinding('A person who has signed out is let in')
  await nothingBackwards(company, machines)
  // The check runs with the same clock as the server.
  await verified(server)
}

/**
 * Checks that no duration of a status or run, and no time on the page of a machine, is negative. Throws a `FaultFinding`
 * otherwise.
 */
async function nothingBackwards(company: Company, machines: readonly FaultMachine[]): Promise<void> {
  const [from, to] = [Date.now() - 50 * HOUR_MS, Date.now() + 50 * HOUR_MS].map((at) => new Date(at).toISOString())
  for (const { equipmentId } of machines) {
    const path = `/v0/e/${equipmentId}/reports/status?startDate=${from}&endDate=${to}`
    const { data } = await company.call<{ data: { duration_s: number }[] }>('GET', path)
    const runs = await company.call<{ runs: { duration_s: number }[] }>('GET', path.replace('status', 'runs'))
    const { equip } = await company.call<{ equip: object }>('GET', `/v0/e/${equipmentId}`)
    const negative = [...data, ...runs.runs].find(({ duration_s: length }) => length < 0)
    if (negative !== undefined)
      throw new FaultFinding(`machine ${equipmentId}: ${JSON.stringify(negative)} is negative`)
    const [field] = Object.entries(equip).filter(([name, value]) => /_s(ecs)?$/.test(name) && Number(value) < 0)
    if (field !== undefined) throw new FaultFinding(`machine ${equipmentId}: ${field.join(' = ')} is negative`)
  }
}

async function insistOn(company: Company, text: string): Promise<void> {
  await company.call('GET', '/v0/user').catch((error: Error) => {
    throw new FaultFinding(`${text}: ${error.message}`)
  })
}

/** Machine whose device sends its status every 250 ms as it happens, by a true clock, until `end` or `abandon` is called. */
class Live {
  readonly ledger: Ledger
  readonly #transport: Transport
  readonly #site: Site
  readonly #sending: Promise<void>
  #isOver = false

  private constructor(site: Site, ledger: Ledger) {
    this.#site = site
    this.ledger = ledger
    this.#transport = new Transport(ledger.machine)
    this.#sending = this.#send()
    this.#sending.catch(() => undefined)
  }

  static async begin(site: Site): Promise<Live> {
    // One of three machines of a plant sends its own status.
    const [machine] = (await makePlant(site.company, { machines: 3, from: Date.now() })).filter(
      ({ speech }) => speech === 'status',
    )
    if (machine === undefined) throw new Error('No machine tells its status')
    return new Live(site, new Ledger(machine))
  }

  abandon(): void {
    this.#isOver = true
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#sending
  }

  async #send(): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const t = Date.now()
      const events = [{ t, type: 'status', status: i % 3 === 0 ? 'down' : 'running' }]
      const entry = this.ledger.begin({ batch_id: `live-${i}`, sent_at: t, events })
      const [server] = this.#site.servers
      if (server === undefined) return
      if ((await this.#transport.overHttp(server, JSON.stringify(entry.envelope), 1)) === 'acknowledged')
        this.ledger.acknowledge(entry)
      await delay(LIVE_EVERY_MS)
    }
    this.#transport.close()
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { type AlarmSite, alarmsUnderFault, type Started } from '../alarms/alarm-site.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import type { DeathPoint } from '../base/preload-names.ts'
import { dyingAt } from '../base/site.ts'

const AT_ONCE = 6
/** Time in ms after which a server that has not reached its point is killed. That kill does not count. */
const DIES_WITHIN_MS = 25_000
const LONGEST_LIFE_MS = 2500
const MOST_PASSES = 2

/**
 * Points at which servers die, by name: between each two steps of a notice, which are the trip, the outbox, the message, its
 * lease, the answer of the service, and the commit.
 */
const points: readonly (readonly [string, readonly DeathPoint[]])[] = [
  ['before trip', ['before alarms.insert_trips', 'before alarms.update_trips']],
  ['trip, before outbox', ['after alarms.insert_trips', 'after alarms.update_trips']],
  ['outbox, before commit', ['after notices.insert', 'before commit of notices.insert']],
  ['outbox, committed', ['after commit of notices.insert']],
  ['message planned', ['before commit of notices.plan', 'after commit of notices.plan']],
  ['leased, before send', ['before commit of notices.lease', 'after commit of notices.lease']],
  ['yes, before commit', ['before notices.attempted', 'before commit of notices.attempted']],
  ['sent, committed', ['after commit of notices.attempted']],
]

/**
 * Kinds F4: servers die between each two steps of a notice. Every notice must be sent, and sent twice only where the catalogue
 * allows it.
 */
export const alarmKills: readonly FaultKind[] = [
  ...points.map(([name, ofKind]) => kindOf(name, (plant, count) => roundAtPoints(plant, count, ofKind))),
  kindOf('while sending', roundWhileSending),
  kindOf('any moment, two servers', roundAtAnyMoment),
]

type Round = (plant: AlarmSite, count: number) => Promise<number>

function kindOf(name: string, round: Round): FaultKind {
  return { name: `F4 ${name}`, fullCount: 60, step: 30, run: (input) => killing(round, input) }
}

/** Runs rounds in which servers are killed, until there are `count` kills. No server runs at the end of a round. */
function killing(round: Round, { count, seed }: StepInput): Promise<Done> {
  return alarmsUnderFault(seed, async (plant) => {
    for (let kills = 0; kills < count; ) {
      kills += await round(plant, Math.min(AT_ONCE, count - kills))
      await plant.observe()
    }
    return { count }
  })
}

async function roundAtPoints(plant: AlarmSite, count: number, ofKind: readonly DeathPoint[]): Promise<number> {
  const pick = () => ofKind[Math.floor(plant.random() * ofKind.length)] as DeathPoint
  const passes = () => 1 + Math.floor(plant.random() * MOST_PASSES)
  const servers = Array.from({ length: count }, () => plant.start({ env: dyingAt(pick(), passes()) }))
  return deaths(plant, await Promise.all(servers))
}

/**
 * Kills each server when the service has a whole message of it, before the server gets the answer. For about half of the servers
 * the message is accepted. Returns the number of kills.
 */
async function roundWhileSending(plant: AlarmSite, count: number): Promise<number> {
  const servers = Array.from({ length: count }, () => plant.start())
  const started = await Promise.all(servers)
  for (const { product, line } of started) {
    let left = 1 + Math.floor(plant.random() * MOST_PASSES)
    const isAccepted = plant.random() < 0.5
    line.onMessage = () => {
      if (--left > 0) return true
      void product.killServer()
      return isAccepted
    }
  }
  return deaths(plant, started)
}

/**
 * Waits until servers have died, up to 25 s, and kills the others. Returns the number of those that died by SIGKILL before that.
 */
async function deaths({ site }: AlarmSite, started: readonly Started[]): Promise<number> {
  const ends = await Promise.all(
    started.map(async ({ product }) => {
      const hasDied = await product.endsWithin(DIES_WITHIN_MS)
      await site.kill(product)
      return hasDied && product.wasKilled
    }),
  )
  return ends.filter(Boolean).length
}

async function roundAtAnyMoment({ site, start, random }: AlarmSite, count: number): Promise<number> {
  const started = await Promise.all(Array.from({ length: Math.min(2, count) }, () => start()))
  const kills = started.map(async ({ product }) => {
    await delay(random() * LONGEST_LIFE_MS)
    return site.kill(product)
  })
  return (await Promise.all(kills)).filter(Boolean).length
}

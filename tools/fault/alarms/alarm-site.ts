import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { ending } from '@millwatch/lab/product/ending'
import type { Product } from '@millwatch/lab/product/product'
import { type Random, randomFrom } from '@millwatch/simulator/base/random'
import type { Done } from '../base/kind.ts'
import { Site } from '../base/site.ts'
import { AlarmFeed } from './alarm-feed.ts'
import { makeAlarmPlant } from './alarm-plant.ts'
import { compareNotices } from './compare-notices.ts'
import { MessageServices, type ServiceLine } from './message-services.ts'
import { NoticeLedger } from './notice-ledger.ts'

const MACHINES = 100
/**
 * Longest wait in ms for all alarms to be settled. It is longer than a lease, which ends by itself where its commit was lost with
 * the database.
 */
const SETTLED_WITHIN_MS = 400_000
const POLL_MS = 250
/** Environment in which servers start in half the time, because they use the code compiled at an earlier start. */
const quickStart = { NODE_COMPILE_CACHE: join(tmpdir(), 'millwatch-fault-code') }

/** Installation with alarms that trip and clear all the time, and the services that accept its messages. */
export interface AlarmSite {
  readonly site: Site
  readonly services: MessageServices
  readonly random: Random
  /** Starts a server and resolves with it at once; the server may die before it answers. */
  readonly start: (options?: StartOptions) => Promise<Started>
  /** Records the messages that services accepted but the database does not have as sent. No server may run meanwhile. */
  readonly observe: () => Promise<void>
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** False if devices must not send to the server; true unless given. */
  readonly takesEvents?: boolean
}

export interface Started {
  readonly product: Product
  readonly line: ServiceLine
}

/**
 * Runs `work`, which kills servers and disturbs services, while alarms trip and clear. Then all services are up, a server has to
 * settle all alarms, and all trips, notices and messages are compared with the events of the devices. Returns the result with the
 * counts; throws a `FaultFinding` at a difference.
 */
export async function alarmsUnderFault(
  seed: number,
  work: (plant: AlarmSite) => Promise<{ readonly count: number; readonly note?: string }>,
): Promise<Done> {
  const site = await Site.open(1, { ...quickStart, WEBHOOK_ALLOW: '127.0.0.1' })
  const services = await MessageServices.open()
  return ending(
    async () => {
      await site.close()
      await services.close()
    },
    async () => {
      const { username } = site.company
      const machines = await makeAlarmPlant(site, MACHINES, services.webhookUrl)
      for (const server of [...site.servers]) await site.retire(server)
      const random = randomFrom(seed)
      const takers = new Set<Product>()
      const servers = () => site.servers.filter((server) => takers.has(server))
      const feed = new AlarmFeed(machines, site.databaseUrl, { servers, random: randomFrom(seed + 1) })
      const ledger = new NoticeLedger(site.databaseUrl)
      const start: AlarmSite['start'] = async ({ env = {}, takesEvents = true } = {}) => {
        const line = await services.line()
        const product = await site.doomed({ ...quickStart, ...line.env, ...env })
        if (takesEvents) takers.add(product)
        return { product, line }
      }
      // The superuser gets mails about the account, and no notice.
      const accepted = () => services.accepted().filter(({ recipient }) => recipient !== username)
      const observe = async () => {
        feed.isPaused = true
        await ledger.observe(accepted())
        feed.isPaused = false
      }
      try {
        const done = await work({ site, services, random, start, observe })
        Object.assign(services, { mail: 'up', sms: 'up' })
        if (site.servers.length === 0) await start()
        await feed.finish()
        await settled(feed, site)
        const changes = feed.changes()
        const input = { machines, changes, accepted: accepted(), ledger }
        const counts = await compareNotices(site.databaseUrl, input)
        await site.verify()
        return { ...done, acknowledged: feed.acknowledged, notices: counts }
      } finally {
        feed.abandon()
      }
    },
  )
}

async function settled(feed: AlarmFeed, { servers }: Site): Promise<void> {
  for (const began = performance.now(); !(await feed.isSettled()); await delay(POLL_MS))
    if (performance.now() - began > SETTLED_WITHIN_MS)
      throw new FaultFinding(
        `Alarms are not evaluated, or notices wait for ever: ${await feed.unsettled()}\n${servers[0]?.log}`,
      )
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { ending } from '@millwatch/lab/product/ending'
import type { Product } from '@millwatch/lab/product/product'
import { type Random, randomFrom } from '@millwatch/simulator/base/random'
import type { Done } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import { Site } from '../base/site.ts'
import { AlarmFeed } from './alarm-feed.ts'
import { makeAlarmPlant } from './alarm-plant.ts'
import { compareNotices } from './compare-notices.ts'
import { MessageServices, type ServiceLine } from './message-services.ts'
import { NoticeLedger } from './notice-ledger.ts'

const MACHINES = 150
const SETTLED_WITHIN_MS = 120_000
const POLL_MS = 250
/** Servers start in half the time with compiled code from the start before. */
const quickStart = { NODE_COMPILE_CACHE: join(tmpdir(), 'millwatch-fault-code') }

/** Installation with alarms that trip and clear all the time, and services that take its messages. */
export interface AlarmSite {
  readonly site: Site
  readonly services: MessageServices
  readonly random: Random
  /** Servers to which devices do not send. */
  readonly shunned: Set<Product>
  /** Starts a server; what `envOf` returns may make it die before it answers. */
  readonly start: (envOf?: (line: ServiceLine) => Readonly<Record<string, string>>) => Promise<Started>
  /** Notes what was sent but not stored; no server may run. */
  readonly observe: () => Promise<void>
}

export interface Started {
  readonly product: Product
  readonly line: ServiceLine
}

/**
 * Runs `work`, which kills servers and disturbs services, while alarms trip and clear. Then a sound server has to do the rest, and
 * all trips, notices and messages are compared with what the devices sent.
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
      const shunned = new Set<Product>()
      const feed = new AlarmFeed(machines, site.databaseUrl, {
        servers: () => site.servers.filter((server) => !shunned.has(server)),
        random: randomFrom(seed + 1),
      })
      const ledger = new NoticeLedger(site.databaseUrl)
      const start: AlarmSite['start'] = async (envOf = () => ({})) => {
        const line = await services.line()
        return { product: await site.doomed({ ...quickStart, ...line.env, ...envOf(line) }), line }
      }
      // The superuser gets mails about the account, and no notice.
      const accepted = () => services.accepted().filter(({ recipient }) => recipient !== username)
      const observe = async () => {
        feed.isPaused = true
        await ledger.observe(accepted())
        feed.isPaused = false
      }
      try {
        const done = await work({ site, services, random, shunned, start, observe })
        services.mail = 'up'
        services.sms = 'up'
        const { product } = await start()
        await feed.finish()
        await settled(feed, product)
        const changes = feed.changes()
        const counts = await compareNotices(site.databaseUrl, {
          machines,
          changes,
          accepted: accepted(),
          ledger,
        })
        await site.verify()
        return { ...done, acknowledged: feed.acknowledged, notices: counts }
      } finally {
        feed.abandon()
      }
    },
  )
}

async function settled(feed: AlarmFeed, server: Product): Promise<void> {
  for (const began = performance.now(); !(await feed.isSettled()); await delay(POLL_MS))
    if (performance.now() - began > limitOf(SETTLED_WITHIN_MS))
      throw new FaultFinding(
        `Alarms are not evaluated, or notices wait for ever: ${await feed.unsettled()}\n${server.log}`,
      )
}

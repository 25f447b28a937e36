import type { Fact, MachineFact } from '@millwatch/domain/facts'
import type { Clock } from '../../platform/clock.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ServerSubscriber } from '../../platform/outbox/subscriber.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import type { Hint } from './hint.ts'
import { publishJob } from './jobs.ts'
import { publishChange } from './publish-change.ts'
import { MachinePublisher } from './publish-machines.ts'
import type { RecentNews } from './recent-news.ts'

export interface LiveDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly news: RecentNews
  readonly sockets: Pick<Sockets, 'emit' | 'emitToAll' | 'isOccupied' | 'isAnyOccupied' | 'occupied' | 'recheck'>
}

/** Returns for each machine of the fact the hint that its shift history was locked or unlocked. */
function lockHints(fact: Extract<MachineFact, { kind: 'shift.locked' | 'shift.unlocked' }>): [number, Hint][] {
  const hint: Hint = { l: fact.kind === 'shift.locked' ? [fact.lockedAt, fact.jobId] : null }
  return fact.equipmentIds.map((id) => [id, hint])
}

/** Returns for each machine of the fact the hint about its alarm. */
const alarmHints = ({ equipmentIds, alarmId }: Extract<MachineFact, { kind: 'alarm.changed' }>): [number, Hint][] =>
  equipmentIds.map((id) => [id, { a: alarmId }])

/**
 * Returns the subscriber, one per server, that publishes facts to the browsers connected to this server that may see their
 * subjects. After missed facts it checks the sockets and makes all pages read their data again.
 */
export function subscribers({ database, clock, logger, news, sockets }: LiveDeps): ServerSubscriber[] {
  const within = <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) =>
    asSystem({ database, clock }, companyId, work)
  const machines = new MachinePublisher({ logger, news, sockets, within })
  const publish = async (companyId: number, fact: Fact): Promise<void> => {
    switch (fact.kind) {
      case 'machine.advanced':
        return machines.publish(companyId, fact.machines)
      case 'shift.locked':
      case 'shift.unlocked':
        return machines.publish(companyId, lockHints(fact))
      case 'alarm.changed':
        machines.publish(companyId, alarmHints(fact))
        return publishChange({ news, sockets, within }, companyId, fact)
      case 'job.started':
      case 'job.finished':
        return publishJob(sockets, within, companyId, fact)
      case 'run.completed':
        return
      default:
        return publishChange({ news, sockets, within }, companyId, fact)
    }
  }
  return [
    {
      delivery: 'every_server',
      name: 'live',
      handle: async (companyId, facts) => void (await Promise.all(facts.map((fact) => publish(companyId, fact)))),
      missed: () => {
        news.missed()
        sockets.recheck()
        sockets.emitToAll('resync')
      },
      stop: () => machines.stop(),
    },
  ]
}

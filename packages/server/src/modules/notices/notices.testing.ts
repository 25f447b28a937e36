import type { Cadence } from '@millwatch/domain/reports'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import type { TestDatabase } from '@millwatch/lab/database/database'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { silentLogger } from '../../platform/logger.ts'
import { openTransport } from '../../platform/mail/index.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { reachableNetworks } from '../../platform/outgoing/networks.ts'
import { openSms } from '../../platform/sms/transport.ts'
import type { SubscriptionOfNotice } from './check.ts'
import type { AlarmContent, NoticeRecipient, RunContent } from './content.ts'
import { type DeliveryParts, deliveryOf } from './delivery.ts'
import { closeNotices, closeRepeats, enqueueNotices } from './enqueue.ts'
import type { ReportContent } from './report-content.ts'
import { startNotices } from './start.ts'

export const noticeSecret = Buffer.alloc(32, 7)
export const publicUrl = 'https://millwatch.example'
export const from = 'millwatch@plant.example'

interface PlantSettings {
  readonly db: TestDatabase
  readonly smtpUrl?: string
  readonly smsUrl?: string
  readonly allow?: string
  readonly isDemo?: boolean
  readonly timeZone?: string
}

/** Time (ms) after which a service that does not answer counts as failed: long, since the machine of a test may be busy. */
const SILENCE_MS = 30_000

let plants = 0

/** Creates a company, and what a test of the delivery of its notices needs; the delivery runs only when it is asked to. */
export async function noticePlant({
  db,
  smtpUrl,
  smsUrl,
  allow = '127.0.0.0/8',
  isDemo = false,
  timeZone,
}: PlantSettings) {
  const clock: ManualClock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
  const name = `plant${++plants}`
  const company = await companyWithPeople({ db, clock }, name, timeZone)
  const { companyId } = company
  /** Subscriptions that have ended, as `alarm/user/channel`. */
  const ended = new Set<string>()
  const isSet = { email: smtpUrl !== undefined, sms: smsUrl !== undefined, webhook: true }
  const parts = (silenceMs = SILENCE_MS): DeliveryParts => ({
    ...{ database: db.database, clock, logger: silentLogger, noticeSecret },
    publicUrl: () => publicUrl,
    mail: smtpUrl === undefined ? undefined : openTransport({ url: smtpUrl, from, silenceMs }),
    sms: smsUrl === undefined ? undefined : openSms({ url: smsUrl, from: '+15550001111', withinMs: silenceMs }, clock),
    networks: reachableNetworks(allow),
    canSend: async (channel) => isSet[channel] || isDemo,
    stillSubscribed: async (_ctx: Ctx, list: readonly SubscriptionOfNotice[]) =>
      list.map(({ alarmId, userId, channel }) => !ended.has(`${alarmId}/${userId}/${channel}`)),
  })
  const within = <T>(work: (ctx: Ctx) => Promise<T>) => asSystem({ database: db.database, clock }, companyId, work)
  const usualParts = parts()
  const userIdOf = async (role: 'user' | 'admin' | 'superuser') =>
    Number(
      (await db.owner.query('select user_id from app_user where email = $1', [company.emailOf(role)])).rows[0].user_id,
    )
  return {
    ...{ company, companyId, clock, ended, parts, within, userIdOf },
    /** Enqueues a notice of a trip of an alarm on `Press <alarm>`. */
    trip: (
      alarmId: number,
      recipients: readonly NoticeRecipient[],
      given: Partial<AlarmContent> & { readonly n?: number } = {},
    ) => {
      const { n, ...content } = given
      const about = content.about ?? 'tripped'
      return within((ctx) =>
        enqueueNotices(ctx, [
          {
            topic: `trip:${alarmId}`,
            event: n === undefined ? about : `${about}:${n}`,
            recipients,
            content: { ...alarmContent(alarmId, clock.now()), ...content },
          },
        ]),
      )
    },
    /** Enqueues a notice by email that a run is completed, to a new group with one person. */
    complete: async (runId: number, userId: number) => {
      const { rows } = await db.owner.query(
        `with made as (insert into roster (company_id, name, created_at) values ($1, $2, 1) returning roster_id)
          insert into roster_user (company_id, roster_id, user_id, send_email, send_sms, created_at)
          select $1, roster_id, $3, true, false, 1 from made returning roster_id::int as "groupId"`,
        [companyId, `Group ${runId}`, userId],
      )
      const content = runContent(runId, rows[0].groupId, clock.now())
      const recipients = [{ userId, channel: 'email' }] as const
      return within((ctx) => enqueueNotices(ctx, [{ topic: `run:${runId}`, event: 'completed', recipients, content }]))
    },
    /** Enqueues a report by email that a person requested. */
    report: (cadence: Cadence, userId: number) =>
      within((ctx) =>
        enqueueNotices(ctx, [
          {
            ...{ topic: `report:${cadence}`, event: 'asked', recipients: [{ userId, channel: 'email' }] },
            content: reportContent(cadence, clock.now()),
          },
        ]),
      ),
    close: (alarmId: number) => within((ctx) => closeNotices(ctx, [`trip:${alarmId}`])),
    closeRepeats: (alarmId: number) => within((ctx) => closeRepeats(ctx, [`trip:${alarmId}`])),
    /** Delivers all that is due now. */
    async settle(delivery = deliveryOf(usualParts, companyId)) {
      for (let turns = 0; turns < 20 && (await delivery.run()) > 0; turns++);
    },
    rows: async () =>
      (await db.owner.query('select * from notice where company_id = $1 order by notice_id', [companyId])).rows,
    messages: async () =>
      (
        await db.owner.query('select * from notice_message where company_id = $1 order by notice_message_id', [
          companyId,
        ])
      ).rows,
    /** Ends all leases, as time would. */
    endLeases: () => db.owner.query('update notice_message set leased_until = 0 where company_id = $1', [companyId]),
    start: () => startNotices({ ...parts(), metrics: createMetrics() }),
  }
}

export type NoticePlant = Awaited<ReturnType<typeof noticePlant>>

/** Returns the content of a notice of an alarm of type Offline on the machine `Press <alarm>`. */
export const alarmContent = (alarmId: number, at: number): AlarmContent => ({
  ...{ kind: 'alarm', about: 'tripped', alarmId, equipmentId: 70 + alarmId, typeId: 4, args: { minutes: 10 } },
  ...{ context: { thresholdMs: 300_000, analogUnit: null }, machine: `Press ${alarmId}`, units: ['Hall 1'] },
  trip: { trippedAt: at, clearedAt: null, value: { amount: 600_000, since: at - 600_000 } },
  ...{ reassertMin: null, zone: 'UTC' },
})

const runContent = (runId: number, groupId: number, at: number): RunContent => ({
  ...{ kind: 'run', runId, equipmentId: 70 + runId, machine: `Press ${runId}`, groupIds: [groupId] },
  ...{ completedAt: at, cycles: 100, ended: true, timeZone: 'UTC' },
})

const reportContent = (cadence: Cadence, at: number): ReportContent => ({
  ...{ kind: 'report', cadence, isRegular: false, orgUnitId: 1, timeZone: 'UTC', machines: [], reasons: {} },
  ...{ from: at - 86_400_000, to: at, computedAt: at },
  units: [{ id: 1, parentId: null, name: 'Plant', utilPct: null, runS: 0, scheduledS: 0, offlineS: 0 }],
})

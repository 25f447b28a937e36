import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alarmSummary } from '@millwatch/contract/http/alarms'
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { getOrgUnit } from '@millwatch/contract/http/tree'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '@millwatch/domain/time'
import { type InjectApp, injectApp } from '@millwatch/lab/app/inject-app'
import { deliveries } from '@millwatch/simulator/deliveries'
import { linesOf } from '@millwatch/simulator/plant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { demoStarts, planned, runningInWeeks } from './alive.testing.ts'
import { fillDemo } from './fill.ts'
import { readPlant } from './keys.ts'
import { demoRunning } from './plant.ts'

/** Instants of the last week of history at which machines are counted. */
const INSTANTS = 2016
const FIRST_COMPANY = 1
const DEMO_COMPANY = `equipment.company_id = ${FIRST_COMPANY}`

test.each(demoStarts)(
  'The plan of %s, opened first at %s, has 16 to 20 running machines in other weeks, too',
  (seed, start) => {
    const startedAt = Date.parse(start)
    const counts = runningInWeeks(planned(seed, startedAt).machines, startedAt, [-5, -4, 1, 30])
    const sums = counts.map((sites) => sites.reduce((sum, count) => sum + count, 0))
    expect(sums.filter((sum) => sum < demoRunning.least || sum > demoRunning.most)).toEqual([])
    expect(Math.min(...counts.flat())).toBeGreaterThanOrEqual(2)
  },
)

/** First starts on a Saturday evening, and at the end of a month with a change of clocks. */
// One seed each: a plan of another seed may show 21 at one instant of a week.
describe.each(['2026-11-21T19:00:07Z', '2026-10-31T23:50:07Z'])(
  'The demo plant that is opened first at %s',
  (start) => {
    const clock = manualClock(Date.parse(start))
    const startedAt = clock.now()
    const folder = mkdtempSync(join(tmpdir(), 'millwatch-demo-'))
    let t: InjectApp
    let token: string
    let rootId: number

    beforeAll(async () => {
      t = await injectApp({ clock })
      await fillDemo({
        ...{ database: t.db.database, flow: t.app.flow, signingKey: t.app.signingKey, clock, logger: silentLogger },
        ...{ dataFolder: folder, demoPassword: 'Passw0rd of a test', empty: false, progress: () => undefined },
        days: 9,
        seed: start,
      })
      token = await t.signIn('super@demo.example')
      const { rows } = await t.db.owner.query<{ id: number }>(
        `select org_unit_id::int as id from org_unit where company_id = ${FIRST_COMPANY} and parent_id is null`,
      )
      rootId = rows[0]?.id ?? 0
    }, 240_000)
    afterAll(async () => {
      await t.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const unit = async () => (await t.ask(getOrgUnit, { token, params: { id: rootId }, query: {} })).orgUnit
    const running = async () => (await unit()).equipment.filter((machine) => machine.current_status?.status === 1)

    test('had 15 to 20 running machines at each instant of its last week', async () => {
      const { rows } = await t.db.owner.query<{ count: number; instants: number }>(
        `select count, count(*)::int as instants from (
         select at, count(*)::int as count
         from generate_series(${startedAt - WEEK_MS}::bigint, ${startedAt - 5 * MINUTE_MS}::bigint,
           ${WEEK_MS / INSTANTS}::bigint) as at
         join status_interval i on i.started_at <= at and coalesce(i.ended_at, ${startedAt}) > at and i.status_id = 1
         join equipment using (equipment_id) where ${DEMO_COMPANY} group by at) counted
       group by count order by count`,
      )
      expect(rows.reduce((sum, { instants }) => sum + instants, 0)).toBeGreaterThan(INSTANTS - 5)
      expect(rows.filter(({ count }) => count < 15 || count > 20)).toEqual([])
    })

    test('has a machine in excessive downtime, a stop without a reason and a tripped alarm, which need somebody', async () => {
      await t.app.flow.evaluateAlarms()
      const { equipment } = await unit()
      const broken = readPlant(folder)?.devices.find(({ machine }) => machine.broken !== undefined)?.machine.name
      const needing = equipment.filter((machine) => machine.in_excessive_downtime && machine.currently_scheduled)
      expect(needing.map(({ name }) => name)).toContain(broken)
      const { alarms } = await t.ask(alarmSummary, { token, query: { orgUnitId: rootId } })
      expect(alarms.tripped).toBeGreaterThanOrEqual(1)
      const period = {
        startDate: new Date(startedAt - DAY_MS).toISOString(),
        endDate: new Date(startedAt).toISOString(),
      }
      const summary = await t.ask(summaryOfOrgUnit, { token, params: { id: rootId }, query: period })
      const stops = summary.equipment.flatMap(({ excessive }) => excessive)
      expect(stops.filter((stop) => stop.status_reason_id === null).length).toBeGreaterThan(0)
    })

    test('has 14 to 21 running machines at every minute of its first hour', { timeout: 180_000 }, async () => {
      const { devices, time } = readPlant(folder) ?? { devices: [], time: undefined }
      if (time === undefined) throw new Error('no plant')
      const lines = linesOf(
        devices.map(({ machine }) => machine),
        time,
      )
      const seen: number[] = []
      for (let minute = 0; minute <= 60; minute++) {
        if (minute > 0) await receiveMinute()
        seen.push((await running()).length)
      }
      // Beyond the limits of the plan for some minutes: the status of a silent machine is known late.
      expect(seen.filter((count) => count < 14 || count > 21)).toEqual([])

      async function receiveMinute(): Promise<void> {
        const from = clock.now()
        clock.advance(MINUTE_MS)
        const messages = lines.flatMap((line, i) =>
          deliveries(line, from, clock.now()).map(({ batchId, sentAt, events }) => ({
            ...{ deviceUuid: devices[i]?.uuid ?? '', key: devices[i]?.key ?? '', ip: '127.0.0.1', bytes: 1000 },
            parse: () => ({ envelope: { batch_id: batchId, sent_at: sentAt, events: [...events] } }),
          })),
        )
        await Promise.all(messages.map((message) => t.app.flow.receive(message)))
      }
    })
  },
)

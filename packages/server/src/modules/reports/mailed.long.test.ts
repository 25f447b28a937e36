import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, type InjectApp, injectApp } from '@millwatch/lab/app/inject-app'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { coverCases } from '@millwatch/lab/budget'
import { afterAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const weeks = 53
/** Zones with changes of clocks at midnight, at night and by half an hour, and one without. */
const zones = ['America/Santiago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']
/** In the first week, clocks change at the midnight of a Sunday in Santiago. */
const from = Date.parse('2025-09-01T00:00:00Z')
/** Days on which no server runs. */
const outages = [12, 100, 230]

const clock = manualClock(from)
const sink = await smtpSink()
const config = { smtp: { url: sink.url, from: 'millwatch@plant.example' } }
const { t } = await appWithCompany({ clock, config })
const servers: InjectApp[] = [t, await injectApp({ db: t.db, clock, config })]
afterAll(async () => {
  await servers[1]?.close()
  await sink.close()
})

/** Returns the local date of an instant if reports of that date are due then: between 06:00 and 12:00. */
function dueDate(timeZone: string, at: number): string[] {
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' },
  })
    .format(at)
    .split(' ')
  return time >= '06:00:00' && time < '12:00:00' ? [date] : []
}
const isSunday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() === 0

test('a year of Sundays and changes of clocks gives exactly one mail per person and period, from two servers', async () => {
  const companies = await Promise.all(
    zones.map(async (timeZone, i) => ({ timeZone, ...(await companyWithPeople(t, `zone${i}`, timeZone)) })),
  )
  for (const { companyId } of companies)
    await t.db.owner.query(
      'update membership set weekly_report_enabled = true, daily_report_days = $2 where company_id = $1',
      [companyId, '{0,1,2,3,4,5,6}'],
    )
  const looks: number[] = []
  const runWeeks = async (count: number) => {
    for (const end = clock.now() + count * 7 * DAY_MS; clock.now() < end; clock.advance(4 * HOUR_MS)) {
      if (outages.includes(Math.floor((clock.now() - from) / DAY_MS))) continue
      looks.push(clock.now())
      await Promise.all(servers.map((server) => server.app.settleMail()))
    }
    for (const { timeZone, emailOf } of companies) {
      const dates = [...new Set(looks.flatMap((at) => dueDate(timeZone, at)))]
      for (const role of ['user', 'admin', 'superuser'] as const) {
        const toPerson = sink.arrived.filter(({ to }) => to[0] === emailOf(role))
        const subjects = toPerson.map(({ headers }) => headers.get('subject') ?? '')
        expect(new Set(subjects).size).toBe(subjects.length)
        expect(subjects.filter((subject) => subject.startsWith('Daily')).length).toBe(dates.length)
        expect(subjects.filter((subject) => subject.startsWith('Weekly')).length).toBe(dates.filter(isSunday).length)
      }
    }
  }
  await coverCases({ title: 'Weeks of mailed reports', whole: weeks, share: 2, run: runWeeks })
}, 7_200_000)

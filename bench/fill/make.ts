import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { type Company, foundCompany } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import pg from 'pg'
import type { FilledNote } from './filled.ts'
import { type FillPlan, schedule, ZONE } from './plan.ts'
import { sendHistory } from './send.ts'

const MACHINES_IN_HALL = 100
const POLL_MS = 2000

export interface Filling {
  readonly note: FilledNote
  readonly company: Company
  /** Text with the contents of the installation, and the time that each part took. */
  readonly figures: string
}

/**
 * Fills a running empty installation by calls of its API: machines in halls of one site, and their history. It ends when the
 * rollups of all machines are built.
 */
export async function fillInstallation(
  product: Product,
  plan: FillPlan,
  say: (line: string) => void,
): Promise<Filling> {
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
  const company = await foundCompany(product)
  const { siteId, halls } = await makeSite(company, Math.ceil(plan.machines / MACHINES_IN_HALL))
  const made = await company.machines(plan.machines, (n) => halls[n % halls.length])
  say(`${made.length} machines (${seconds()})`)

  const endsAt = Math.floor((Date.now() - HOUR_MS) / HOUR_MS) * HOUR_MS
  let reported = 0
  const events = await sendHistory(product.url, made, plan, endsAt, (share) => {
    if (share - reported < 0.1) return
    reported = share
    say(`History ${(share * 100).toFixed(0)} % (${seconds()})`)
  })
  const sent = seconds()
  say(`${events.toLocaleString('en')} events sent (${sent})`)
  const { quarters, days, intervals, bytes } = await rollupsBuilt(product.databaseUrl, {
    machines: made.length,
    from: endsAt - plan.days * DAY_MS,
    say: (line) => say(`${line} (${seconds()})`),
  })
  const { username, password } = company
  const note = { plan, username, password, machines: made, siteId, endsAt, events }
  const figures =
    `${made.length} machines, ${plan.days} days: ${events.toLocaleString('en')} events in ${sent}, ` +
    `${quarters.toLocaleString('en')} quarter-hours, ${days.toLocaleString('en')} days, ` +
    `${intervals.toLocaleString('en')} intervals, ${(bytes / 2 ** 30).toFixed(1)} GB, ${seconds()} in all`
  return { note, company, figures }
}

async function makeSite(company: Company, count: number): Promise<{ siteId: number; halls: number[] }> {
  const siteId = await company.unit('Site')
  await company.call('PUT', `/v0/o/${siteId}`, { timezone: ZONE })
  await company.call('PUT', `/v0/o/${siteId}/schedule`, { schedule })
  const halls: number[] = []
  for (let n = 1; n <= count; n++) halls.push(await company.unit(`Hall ${n}`, siteId))
  return { siteId, halls }
}

/**
 * Waits without a limit until the rollups of every machine are built and none is dirty, reports the progress, and runs `vacuum
 * analyze`. Returns the numbers of quarter-hours, days and status intervals, and the size of the database in bytes.
 */
async function rollupsBuilt(
  url: string,
  { machines, from, say }: { machines: number; from: number; say: (line: string) => void },
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let before = -1; ; await delay(POLL_MS)) {
      const { rows } = await client.query<{ built: number; waiting: number }>(
        `select (select count(*)::int from rollup_state where built_from <= $1 and built_to > $2) as built,
           (select count(*)::int from rollup_dirty) as waiting`,
        [from + DAY_MS, Date.now() - 4 * HOUR_MS],
      )
      const { built = 0, waiting = 0 } = rows[0] ?? {}
      if (built !== before) say(`Rollups of ${built} machines are built, ${waiting} ranges wait`)
      before = built
      if (built >= machines && waiting === 0) break
    }
    const { rows } = await client.query<Record<'quarters' | 'days' | 'intervals' | 'bytes', string>>(
      `select (select count(*) from rollup_quarter) as quarters, (select count(*) from rollup_day) as days,
         (select count(*) from status_interval) as intervals, pg_database_size(current_database()) as bytes`,
    )
    const { quarters, days, intervals, bytes } = rows[0] ?? { quarters: 0, days: 0, intervals: 0, bytes: 0 }
    await client.query('vacuum analyze')
    return { quarters: Number(quarters), days: Number(days), intervals: Number(intervals), bytes: Number(bytes) }
  } finally {
    await client.end()
  }
}

// `npm run bench:fill`: makes the large installation that some rows of the bench are measured on, through the product's own
// doors: 1,000 machines that tell 15 months, shifts and all. It stays in bench/data; `--again` makes it anew, `--machines N`
// and `--days N` a smaller one.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { foundCompany, type MadeMachine } from '../tools/product/company.ts'
import { Product } from '../tools/product/product.ts'
import { clearFolder, folder, readNote, writeNote } from './fill/filled.ts'
import { DAY_MS, type FillPlan, schedule, usualPlan, ZONE } from './fill/plan.ts'
import { sendHistory } from './fill/send.ts'

const HOUR_MS = 3_600_000
const HALLS = 10
const POLL_MS = 2000

const { values } = parseArgs({
  options: {
    again: { type: 'boolean', default: false },
    machines: { type: 'string', default: String(usualPlan.machines) },
    days: { type: 'string', default: String(usualPlan.days) },
  },
})
const machines = Number(values.machines)
const plan: FillPlan = {
  machines,
  days: Number(values.days),
  cycleMachines: Math.min(usualPlan.cycleMachines, machines),
  cycleDays: Math.min(usualPlan.cycleDays, Number(values.days)),
}
const say = (line: string) => console.error(line)
const began = performance.now()
const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`

const known = readNote()
if (known !== undefined && !values.again && JSON.stringify(known.plan) === JSON.stringify(plan)) {
  console.log(`${folder} is filled already (${known.events.toLocaleString('en')} events). \`--again\` makes it anew.`)
} else {
  clearFolder()
  const product = await Product.make({ folder })
  try {
    await fill(product)
  } finally {
    await product.stop()
  }
}

async function fill(product: Product): Promise<void> {
  await product.start()
  const company = await foundCompany(product)
  const { orgUnit: site } = await company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', {
    name: 'Site',
    parent_id: company.rootUnitId,
  })
  await company.call('PUT', `/v0/o/${site.id}`, { timezone: ZONE })
  await company.call('PUT', `/v0/o/${site.id}/schedule`, { schedule })
  const halls: number[] = []
  for (let n = 1; n <= HALLS; n++) {
    const body = { name: `Hall ${n}`, parent_id: site.id }
    halls.push((await company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', body)).orgUnit.id)
  }
  const made: MadeMachine[] = []
  for (let n = 0; n < plan.machines; n++) made.push(await company.machine(`Machine ${n + 1}`, halls[n % HALLS]))
  say(`${made.length} machines (${seconds()})`)

  const endsAt = Math.floor((Date.now() - HOUR_MS) / HOUR_MS) * HOUR_MS
  let told = 0
  const events = await sendHistory(product.url, made, plan, endsAt, (share) => {
    if (share - told < 0.1) return
    told = share
    say(`History ${(share * 100).toFixed(0)} % (${seconds()})`)
  })
  const sentS = (performance.now() - began) / 1000
  say(`${events.toLocaleString('en')} events sent (${seconds()})`)
  const figures = await rollupsBuilt(product.databaseUrl, made.length, endsAt - plan.days * DAY_MS)
  const { username, password } = company
  writeNote({ plan, username, password, machines: made, siteId: site.id, endsAt, events })
  console.log(
    `${made.length} machines, ${plan.days} days: ${events.toLocaleString('en')} events in ${sentS.toFixed(0)} s, ` +
      `${figures.quarters.toLocaleString('en')} quarter-hours, ${figures.days.toLocaleString('en')} days, ` +
      `${figures.intervals.toLocaleString('en')} intervals, ${(figures.bytes / 2 ** 30).toFixed(1)} GB, ${seconds()} in all`,
  )
}

/** Waits until every machine's rollups are built up to the present. */
async function rollupsBuilt(url: string, count: number, from: number) {
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
      if (built !== before) say(`Rollups of ${built} machines are built, ${waiting} ranges wait (${seconds()})`)
      before = built
      if (built >= count && waiting === 0) break
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

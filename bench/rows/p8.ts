import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@millwatch/lab/product/company'
import { Product, temporaryFolder } from '@millwatch/lab/product/product'
import pg from 'pg'
import type { Bench, Measurement } from '../lib/bench.ts'
import { databaseAlone } from '../lib/database-alone.ts'
import { BareInsert } from '../yardsticks/bare-insert.ts'

const PASSWORD = 'Bench-passw0rd-1'
const DEMO_MACHINES = 24

/**
 * P8: time until an installation answers: an existing one beside its database alone, and a new one with its demo plant of 90 days
 * beside a new database with as many rows.
 */
export const p8: Measurement = async (bench) => [await bareStart(bench), await firstStart(bench)]

async function bareStart(bench: Bench) {
  const { product } = await bench.installation()
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1; run <= bench.runs; run++) {
    await product.stop()
    yardstick.push(await databaseAlone(product.dataFolder, async (startMs) => startMs))
    ours.push((await product.start()) / 1000)
    bench.say(`P8 start, run ${run}: ${ours.at(-1)?.toFixed(2)} s, database alone ${yardstick.at(-1)?.toFixed(2)} s`)
  }
  return {
    name: 'P8 start of an existing installation',
    unit: 's',
    ours,
    yardstick,
    against: 'Node and PostgreSQL alone, on the same data',
    goal: { atMost: 2 },
  }
}

async function firstStart(bench: Bench) {
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1; run <= bench.runs; run++) {
    const product = await Product.make({ demoPassword: PASSWORD })
    let events = 0
    try {
      ours.push((await product.start()) / 1000)
      await insistOnDemo(product)
      events = await countEvents(product.databaseUrl)
    } finally {
      await product.discard()
    }
    yardstick.push(await bareFirstStart(events))
    bench.say(
      `P8 first start, run ${run}: ${ours.at(-1)?.toFixed(1)} s with ${events} events, bare ${yardstick.at(-1)?.toFixed(1)} s`,
    )
  }
  return {
    name: 'P8 first start, demo of 90 days',
    unit: 's',
    ours,
    yardstick,
    against: 'a new database and as many rows inserted bare',
    goal: { atMost: 15 },
  }
}

async function insistOnDemo(product: Product): Promise<void> {
  const person = await signIn(product.url, 'super@demo.example', PASSWORD)
  const { orgUnit } = await person.call<{ orgUnit: { equipment: unknown[] } }>('GET', `/v0/o/${person.rootUnitId}`)
  const found = orgUnit.equipment.length
  if (found < DEMO_MACHINES) throw new Error(`The demo plant has ${found} machines, not ${DEMO_MACHINES}`)
}

async function countEvents(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*) from event')
  await client.end()
  return Number(rows[0].count)
}

async function bareFirstStart(rows: number): Promise<number> {
  const folder = temporaryFolder()
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  try {
    return await databaseAlone(dataFolder, async (startS, url) => {
      const bare = await BareInsert.open(url)
      const insertMs = await bare.insert(rows)
      await bare.close()
      return startS + insertMs / 1000
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import type { EnvelopeShape } from '@millwatch/contract/devices'
import { defaultStatusSettings } from '@millwatch/domain/status'
import { HOUR_MS } from '@millwatch/domain/time'
import { FlowBench } from '@millwatch/lab/app/flow'
import { checkIntervals, checkStored, storedBatches } from '@millwatch/lab/load/check'
import { Ledger } from '@millwatch/lab/load/ledger'
import type { Speech } from '@millwatch/lab/load/plant'
import { readStored } from '@millwatch/lab/load/stored'
import { Talk } from '@millwatch/lab/load/talk'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { type LossPoint, losingConnection } from './connection-loss.testing.ts'
import type { Flow, Receipt } from './index.ts'

const NOW = 1_790_000_000_000

const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())

let flow: Flow
let loss: ReturnType<typeof losingConnection>
beforeEach(() => {
  loss = losingConnection(bench.test.open(), async (pid) => {
    await bench.query('select pg_terminate_backend($1, 5000)', [pid])
  })
  flow = bench.anotherServer(loss.database)
})
afterEach(() => flow.stop())

async function newLedger(speech: Speech = 'cycles'): Promise<Ledger> {
  const equipmentId = await bench.machine()
  const device = await bench.device(equipmentId)
  return new Ledger({ equipmentId, ...device, speech, settings: defaultStatusSettings })
}

/** Sends an envelope until it is acknowledged, as devices do; any error but a request to retry is thrown. */
async function deliver(ledger: Ledger, envelope: EnvelopeShape): Promise<{ receipt: Receipt; attempts: number }> {
  const entry = ledger.begin(envelope)
  for (let attempts = 1; ; attempts++) {
    try {
      const receipt = await bench.send(ledger.machine, envelope, flow)
      ledger.acknowledge(entry)
      return { receipt, attempts }
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503 || attempts > 500) throw error
    }
  }
}

/**
 * Returns data that is missing or stored twice, accounts that do not add up, and timelines that differ from an undisturbed
 * run.
 */
async function faultsOf(ledgers: readonly Ledger[]): Promise<string[]> {
  await flow.ensureCurrent(
    bench.companyId,
    ledgers.map(({ machine }) => machine.equipmentId),
  )
  const stored = await readStored(
    bench.test.url,
    ledgers.map(({ machine }) => machine.deviceId),
  )
  const wrong: string[] = []
  for (const ledger of ledgers) {
    const device = stored.get(ledger.machine.deviceId)
    const now = bench.clock.now()
    const shown = await bench.intervals(ledger.machine.equipmentId)
    wrong.push(...checkStored(ledger, device))
    wrong.push(...checkIntervals(storedBatches(ledger, device), ledger.machine.settings, shown, { from: now, to: now }))
  }
  return wrong
}

const points: readonly LossPoint[] = [
  'before begin',
  'before status.lock_machines',
  'before ingest.insert_batches',
  'after ingest.insert_batches',
  'before ingest.insert_events',
  'after ingest.insert_events',
  'after status.add_intervals',
  'before status.save_machines',
  'after status.save_machines',
  'after ingest.upsert_tallies',
  'before commit',
  'after commit',
]

describe('A connection lost at a named point of the commit', () => {
  test.each(points)('%s: sent again, everything is there once and rightly counted', async (point) => {
    const ledger = await newLedger()
    const t = NOW - 2 * HOUR_MS
    const batch = (n: number): EnvelopeShape => ({
      batch_id: `b-${n}`,
      events: Array.from({ length: 6 }, (_, i) => ({
        t: t + (n * 6 + i) * 400_000,
        type: 'cycle',
        cycle_time: 5,
      })),
    })
    for (let n = 0; n < 3; n++) {
      loss.arm(point)
      const { receipt, attempts } = await deliver(ledger, batch(n))
      expect({ point, reached: !loss.isArmed, attempts }).toEqual({ point, reached: true, attempts: 2 })
      const wasStored = point === 'after commit'
      expect(receipt).toEqual({ accepted: wasStored ? 0 : 6, duplicates: wasStored ? 6 : 0, quarantined: 0 })
    }
    expect(await faultsOf([ledger])).toEqual([])
  })
})

describe('Connections lost again and again', () => {
  test('While devices send, every connection is ended over and over: nothing is lost, nothing is there twice', async () => {
    const killer = new pg.Client({ connectionString: bench.test.url })
    await killer.connect()
    flow.start()
    let ended = 0
    let attempts = 0
    const endAll = async () => {
      const { rowCount } = await killer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      ended += rowCount ?? 0
    }
    const losses: Promise<void>[] = []
    const ledgers = await Promise.all(Array.from({ length: 8 }, (_, i) => newLedger(i % 2 === 0 ? 'status' : 'cycles')))
    await Promise.all(
      ledgers.map(async (ledger, i) => {
        const random = randomFrom(i + 1)
        const talk = new Talk(random, { from: NOW - 40 * HOUR_MS, until: NOW, speech: ledger.machine.speech })
        for (let n = 0; n < 60; n++) {
          if (random() < 0.1) losses.push(endAll())
          const delivery = await deliver(ledger, talk.next())
          attempts += delivery.attempts
        }
      }),
    )
    await Promise.all(losses)
    await killer.end()
    expect(ended).toBeGreaterThan(20)
    expect(attempts).toBeGreaterThan(8 * 60)
    // The last loss may not have reached its idle connection yet.
    await expect.poll(() => faultsOf(ledgers)).toEqual([])
  }, 120_000)
})

/**
 * Returns a seeded generator of random numbers, so that a failing run can be repeated, except for the moments of the
 * losses.
 */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DEFAULT_QUARANTINE_QUOTA } from '@millwatch/domain/devices'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import pg from 'pg'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { productUnderLoad } from '../base/under-load.ts'

const MESSAGES = 452
const junkProcess = fileURLToPath(new URL('../base/junk-process.ts', import.meta.url))
const MEASURED_MS = 15_000
const PAUSE_MS = 5
/** Largest number of messages that may be accepted: 16 allowed at once, and 8 that a minute adds. */
const MOST_TAKEN = 16 + 8

/**
 * Kind F20: a device floods the server with messages of 1 MiB of junk. It must be refused, little may be stored, and another
 * device must still be answered; its times are in the note.
 */
export const byteFlood: FaultKind = { name: 'F20 byte flood', fullCount: 5, step: 1, run: flooding }

function flooding({ seed }: StepInput): Promise<Done> {
  return productUnderLoad({ seed, machines: 2 }, async (product, company) => {
    const [noisy, quiet] = [await company.machine('Noisy'), await company.machine('Quiet')]
    const isOver = (since: number) => performance.now() - since > MEASURED_MS
    const calmSince = performance.now()
    const calm = await acknowledgements(product, quiet, 'calm', () => isOver(calmSince))
    let isFlooding = true
    const flood = sendJunk(product, noisy).finally(() => {
      isFlooding = false
    })
    const loudSince = performance.now()
    const loud = await acknowledgements(product, quiet, 'loud', () => !isFlooding && isOver(loudSince))
    const { taken, others } = await flood
    if (taken > MOST_TAKEN || others > 0)
      throw new FaultFinding(
        `Of ${MESSAGES} messages ${taken} were taken, and ${others} neither taken nor refused by name`,
      )
    const kept = await keptBytes(product.databaseUrl, noisy.deviceId)
    if (kept > DEFAULT_QUARANTINE_QUOTA.device.junk) throw new FaultFinding(`${kept} bytes of junk are kept`)
    const note = `${taken} of ${MESSAGES} taken, ${kept} bytes kept; another device p50 ${at(calm, 0.5)} ms, p99 ${at(calm, 0.99)} ms before, p50 ${at(loud, 0.5)} ms, p99 ${at(loud, 0.99)} ms meanwhile`
    return { count: 1, note }
  })
}

const at = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)]?.toFixed(1)

/**
 * Sends messages of a device, each after the answer to the message before, until `isOver`. Returns the times to their answers in
 * ms; throws a `FaultFinding` if an answer is not 200.
 */
async function acknowledgements(
  product: Product,
  machine: MadeMachine,
  name: string,
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; !isOver(); i++) {
    const body = JSON.stringify({ batch_id: `${name}-${i}`, events: [{ t: Date.now(), type: 'cycle', cycle_time: 1 }] })
    const began = performance.now()
    const { status } = await send(product, machine, body)
    times.push(performance.now() - began)
    if (status !== 200) throw new FaultFinding(`Another device was answered ${status}`)
    await delay(PAUSE_MS)
  }
  return times
}

/**
 * Sends 452 messages of junk from a separate process, so that the measured times are those of the server. Returns the number of
 * messages accepted, and of answers that are neither an acceptance nor the expected refusal.
 */
async function sendJunk(product: Product, { uuid, key }: MadeMachine): Promise<{ taken: number; others: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    junkProcess,
    product.url,
    uuid,
    key,
    String(MESSAGES),
  ])
  return JSON.parse(stdout) as { taken: number; others: number }
}

async function send(
  product: Product,
  { uuid, key }: MadeMachine,
  body: string,
): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Device ${uuid}:${key}` }
  const answer = await fetch(`${product.url}/v0/ingest`, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text() }
}

async function keptBytes(databaseUrl: string, deviceId: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const text = 'select coalesce(sum(octet_length(raw)), 0)::int as bytes from quarantine where device_id = $1'
    return (await client.query<{ bytes: number }>(text, [deviceId])).rows[0]?.bytes ?? 0
  } finally {
    await client.end()
  }
}

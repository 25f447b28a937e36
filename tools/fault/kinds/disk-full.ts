import { setTimeout as delay } from 'node:timers/promises'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { type Company, type MadeMachine, signIn } from '@millwatch/lab/product/company'
import type { Product } from '@millwatch/lab/product/product'
import { randomFrom } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import { productUnderLoad } from '../base/under-load.ts'
import { Volume } from '../base/volume.ts'

const VOLUME_MIB = 420
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3000
/**
 * Number of units that people create and delete while the disk is full. It is more than fits into the pages and the log that
 * PostgreSQL has allocated.
 */
const UNITS = 150
const REFUSED_WITHIN_MS = 10_000
const PEOPLE_WITHIN_MS = 20_000
const BACK_WITHIN_MS = 30_000
const POLL_MS = 100

/**
 * Kind F8: another program fills the disk of the database to its last byte under load, and frees it again. No acknowledged event
 * may be missing, devices must be refused with the code to retry, and people must be able to sign in and delete meanwhile.
 */
export const diskFull: FaultKind = { name: 'F8 disk full', fullCount: 20, step: 5, run: filling }

async function filling({ count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  const volume = Volume.mount(VOLUME_MIB)
  try {
    return await productUnderLoad({ seed, folder: volume.folder }, async (product, company) => {
      const slowest = { refused: 0, people: 0, back: 0 }
      const machine = await company.machine('Probe')
      for (let i = 0; i < count; i++) {
        await delay(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
        const unwanted = await company.machine(`Unwanted ${i}`)
        volume.fill()
        const refused = await until('devices are refused', REFUSED_WITHIN_MS, () =>
          isRefused(product, machine, `full-${i}`),
        )
        const people = await until('people sign in and delete', PEOPLE_WITHIN_MS, () =>
          deletes(product, company, unwanted),
        )
        await work(company)
        if (!(await isRefused(product, machine, `still-${i}`)))
          throw new FaultFinding('Devices are served on a full disk')
        volume.free()
        const back = await until('devices are served again', BACK_WITHIN_MS, () =>
          isTaken(product, machine, `free-${i}`),
        )
        slowest.refused = Math.max(slowest.refused, refused)
        slowest.people = Math.max(slowest.people, people)
        slowest.back = Math.max(slowest.back, back)
      }
      const [refused, people, back] = [slowest.refused, slowest.people, slowest.back].map((ms) =>
        (ms / 1000).toFixed(1),
      )
      return {
        count,
        note: `refused within ${refused} s, people served within ${people} s, devices within ${back} s after`,
      }
    })
  } finally {
    volume.unmount()
  }
}

/**
 * Waits until a condition holds and resolves with the time this took in ms. Throws a `FaultFinding` after `withinMs`, longer on a
 * busy machine.
 */
async function until(condition: string, withinMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > limitOf(withinMs)) throw new FaultFinding(`Not within ${withinMs} ms: ${condition}`)
    await delay(POLL_MS)
  }
  return performance.now() - began
}

/**
 * Returns true if a message is refused with 503 and the code for a full disk, so that its device keeps it. A lost answer gives
 * false.
 */
async function isRefused(product: Product, machine: MadeMachine, id: string): Promise<boolean> {
  const { status, text } = await send(product, machine, id)
  return status === 503 && text.includes('storage_full')
}

const isTaken = async (product: Product, machine: MadeMachine, id: string) =>
  (await send(product, machine, id)).status === 200

async function send(
  product: Product,
  { uuid, key }: MadeMachine,
  id: string,
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ batch_id: id, events: [{ t: Date.now(), type: 'ping' }] })
  const headers = { authorization: `Device ${uuid}:${key}` }
  try {
    const answer = await fetch(`${product.url}/v0/ingest`, { method: 'POST', headers, body })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: 0, text: '' }
  }
}

/**
 * Creates and deletes units, as people do. Throws a `FaultFinding` if a call fails, since with the reserve freed none may fail
 * for lack of space.
 */
async function work(company: Company): Promise<void> {
  for (let i = 0; i < UNITS; i++) {
    try {
      const unit = { name: `Unit ${i} ${'of a long name '.repeat(6)}`, parent_id: company.rootUnitId }
      const { orgUnit } = await company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', unit)
      await company.call('DELETE', `/v0/o/${orgUnit.id}`)
    } catch (error) {
      throw new FaultFinding(`A person could not work while the disk was full, at unit ${i}: ${String(error)}`)
    }
  }
}

/** Signs in again as the superuser and deletes a machine. Returns false if either fails. */
async function deletes(
  product: Product,
  { username, password }: Company & { readonly password: string },
  { equipmentId }: MadeMachine,
): Promise<boolean> {
  try {
    const person = await signIn(product.url, username, password)
    await person.call('DELETE', `/v0/e/${equipmentId}`)
    return true
  } catch {
    return false
  }
}

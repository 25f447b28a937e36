import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type S3Storage, s3Storage } from '@millwatch/lab/app/s3-storage'
import { startEmbeddedProcess } from '@millwatch/lab/database/embedded-process'
import { checkStored } from '@millwatch/lab/load/check'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Ledger } from '@millwatch/lab/load/ledger'
import { readStored } from '@millwatch/lab/load/stored'
import { ending } from '@millwatch/lab/product/ending'
import { Product, temporaryFolder } from '@millwatch/lab/product/product'
import { randomFrom } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { acknowledgedIn, ledgerWith } from '../base/ledger-at.ts'
import { productUnderLoad } from '../base/under-load.ts'

/** Longest time in ms before the loss from which data may be missing, as `BACKUP_CONTINUOUS` promises it. */
const MOST_LOST_MS = 60_000
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 45_000
/** Load with so few events that segments are closed by time and not by their size, which is when most is lost. */
const LOAD = { machines: 2, pauseMs: 1000 }
/** Instant in the far future, so that a restore takes all that is in the storage. */
const LATER = '2100-01-01T00:00:00Z'

/**
 * Kind F27: the machine with its folder of backups is lost at a random instant, and the database is restored elsewhere from the
 * S3 storage alone. At most the last minute may be lost, nothing from before it, and no batch in part.
 */
export const machineLost: FaultKind = { name: 'F27 machine lost', fullCount: 50, step: 10, run: losing }

const environmentOf = ({ settings: { endpoint, bucket, region, key } }: S3Storage, folder: string) => ({
  ...{ BACKUP_FOLDER: folder, BACKUP_CONTINUOUS: 'on', BACKUP_S3: `${endpoint}/${bucket}/plant` },
  ...{ BACKUP_S3_REGION: region, BACKUP_S3_KEY_ID: key.id, BACKUP_S3_SECRET: key.secret },
})

async function losing({ count, seed }: StepInput): Promise<Done> {
  const storage = await s3Storage('plant/')
  const folder = temporaryFolder()
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  return ending(
    async () => {
      await storage.close()
      rmSync(folder, { recursive: true, force: true })
    },
    () =>
      productUnderLoad({ ...LOAD, seed, env: environmentOf(storage, backups) }, async (product, _, { ledgers }) => {
        await product.command('backup', 'keep', backups)
        const moments = momentsAt(storage, ledgers, { count, seed })
        const lostSeconds: number[] = []
        for await (const moment of moments) lostSeconds.push((await lostAt(moment)) / 1000)
        return { count, lostSeconds, note: `seconds lost: ${lostSeconds.join(', ')}` }
      }),
  )
}

/** Copy of the objects in the storage and of the ledgers of the devices at an instant `at` (epoch ms). */
interface Moment {
  readonly at: number
  readonly objects: S3Storage['objects']
  readonly ledgers: readonly Ledger[]
}

/**
 * Yields the state at `count` random instants, 1 to 45 s apart, in order. The instants do not wait for the caller to be done with
 * earlier states.
 */
async function* momentsAt(
  { objects }: S3Storage,
  ledgers: readonly Ledger[],
  { count, seed }: StepInput,
): AsyncGenerator<Moment> {
  const random = randomFrom(seed)
  let at = performance.now()
  const instants = Array.from({ length: count }, () => {
    at += SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS)
    return at
  })
  const moments = instants.map(async (instant): Promise<Moment> => {
    await delay(instant - performance.now())
    const copied = ledgers.map((ledger) => ledgerWith(ledger, acknowledgedIn(ledger)))
    return { at: Date.now(), objects: new Map(objects), ledgers: copied }
  })
  yield* moments
}

/**
 * Restores the database from the objects that the storage had at an instant and compares it with the ledgers. Returns the time
 * (ms) from the acknowledgement of the earliest missing event to that instant, 0 if no event is missing. Throws a `FaultFinding`
 * if that is more than a minute, or at any other difference.
 */
async function lostAt({ at, objects, ledgers }: Moment): Promise<number> {
  const storage = await s3Storage('plant/')
  for (const [name, object] of objects) storage.objects.set(name, object)
  const folder = temporaryFolder()
  return ending(
    async () => {
      await storage.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
    async () => {
      const copy = await Product.make({ folder, env: environmentOf(storage, join(folder, 'backups')) })
      await copy.command('restore', '--to', LATER, 's3:continuous')
      const database = await startEmbeddedProcess(copy.dataFolder)
      try {
        return await compared(database.url, ledgers, at)
      } finally {
        await database.stop()
      }
    },
  )
}

async function compared(databaseUrl: string, ledgers: readonly Ledger[], at: number): Promise<number> {
  const stored = await readStored(
    databaseUrl,
    ledgers.map(({ machine }) => machine.deviceId),
  )
  const lost = ledgers.flatMap((ledger) => {
    const { events, quarantined } = stored.get(ledger.machine.deviceId) ?? { events: new Map(), quarantined: new Map() }
    const missing = [...ledger.entries].filter(
      ([id, { isAcknowledged }]) => isAcknowledged && !events.has(id) && !quarantined.has(id),
    )
    const kept = acknowledgedIn(ledger).difference(new Set(missing.map(([id]) => id)))
    const wrong = checkStored(ledgerWith(ledger, kept), stored.get(ledger.machine.deviceId))
    if (wrong.length > 0) throw new FaultFinding(`The restored database is wrong:\n${wrong.slice(0, 10).join('\n')}`)
    return missing.map(([, { acknowledgedAt = 0 }]) => acknowledgedAt)
  })
  const lostMs = lost.length === 0 ? 0 : at - Math.min(...lost)
  if (lostMs > MOST_LOST_MS) throw new FaultFinding(`The restored database lacks the last ${lostMs} ms`)
  return lostMs
}

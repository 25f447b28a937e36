import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from '@millwatch/lab/load/ledger'
import { compared } from '@millwatch/lab/load/verify'
import type { Company } from '@millwatch/lab/product/company'
import { ending } from '@millwatch/lab/product/ending'
import { Product, temporaryFolder } from '@millwatch/lab/product/product'
import { randomFrom } from '@millwatch/simulator/base/random'
import { copyAtOnce } from '../base/frozen-copy.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { acknowledgedIn, ledgerWith } from '../base/ledger-at.ts'
import { limitOf } from '../base/patience.ts'
import { verified } from '../base/site.ts'
import { productUnderLoad } from '../base/under-load.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1500
const START_WITHIN_MS = 60_000

/**
 * Kind F7: the disk as it is at a random instant under load is put into another machine. The server that starts on it must have
 * every event acknowledged before that instant exactly once, and no batch in part.
 */
export const powerLoss: FaultKind = { name: 'F7 disk at an instant', fullCount: 50, step: 5, run: losing }

function losing({ count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  return productUnderLoad({ seed }, async (product, company, traffic) => {
    let found = 0
    for (let i = 0; i < count; i++) {
      await delay(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS))
      found += await loseOnce(product, company, traffic.ledgers)
    }
    return { count, note: `${found} acknowledged events found in the copies` }
  })
}

/**
 * Copies the data folder at an instant, starts another server on the copy, and compares its data with the ledgers. Returns the
 * number of events acknowledged before the copy, all of which were found; throws a `FaultFinding` otherwise.
 */
async function loseOnce(product: Product, company: Company, ledgers: readonly Ledger[]): Promise<number> {
  const folder = temporaryFolder()
  const copy = await Product.make({ folder })
  return ending(
    async () => {
      await copy.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
    async () => {
      const acknowledged = ledgers.map(acknowledgedIn)
      await copyAtOnce(product, join(folder, 'data'))
      const atInstant = ledgers.map((ledger, i) => ledgerWith(ledger, acknowledged[i] ?? new Set()))
      await copy.start(limitOf(START_WITHIN_MS))
      const events = await compared(company.at(copy.url), copy.databaseUrl, atInstant)
      await verified(copy)
      return events
    },
  )
}

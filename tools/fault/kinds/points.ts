import { randomFrom } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import type { DeathPoint } from '../base/preload-names.ts'
import { dyingAt } from '../base/site.ts'
import { siteUnderLoad } from '../base/under-load.ts'

const DIES_WITHIN_MS = 60_000
const MOST_PASSES = 60

const points: readonly (readonly [string, DeathPoint])[] = [
  ['after parse', 'before ingest.insert_batches'],
  ['after insert', 'after ingest.insert_events'],
  ['before commit', 'before commit of ingest.insert_batches'],
  ['after commit, before ack', 'after commit of ingest.insert_batches'],
  ['after ack', 'after answer'],
]

/** Kinds F2: a server that runs beside another kills itself at a named point of the storing of events, again and again. */
export const killsAtPoints: readonly FaultKind[] = points.map(([name, point]) => ({
  name: `F2 ${name}`,
  fullCount: 100,
  step: 5,
  run: (input) => killingAt(point, input),
}))

function killingAt(point: DeathPoint, { count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  return siteUnderLoad(1, { seed }, async (site) => {
    for (let i = 0; i < count; i++) {
      const doomed = await site.doomed(dyingAt(point, 1 + Math.floor(random() * MOST_PASSES)))
      await site.died(doomed, DIES_WITHIN_MS)
      await site.verify()
    }
    return { count }
  })
}

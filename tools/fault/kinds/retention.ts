import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Ledger } from '@millwatch/lab/load/ledger'
import { compared } from '@millwatch/lab/load/verify'
import { ending } from '@millwatch/lab/product/ending'
import { randomFrom, seedOf, shuffled } from '@millwatch/simulator/base/random'
import { type Edit, editHolds, jobDone, submitEdit } from '../base/jobs.ts'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { limitOf } from '../base/patience.ts'
import type { DeathPoint } from '../base/preload-names.ts'
import { batchesOf, type Delivery, deliver, historyOf } from '../base/replay.ts'
import { askRetention, horizonsSet, KEPT_DAYS, longHistory, PAST_DAYS, pastOf } from '../base/retention.ts'
import { dyingAt, Site } from '../base/site.ts'

const DIES_WITHIN_MS = 60_000
const DONE_WITHIN_MS = 60_000
const BATCH = 40

const points: readonly DeathPoint[] = [
  'after commit of jobs.start',
  'after status.put_horizon',
  'after ingest.remove_events_before',
  'before commit of ingest.remove_events_before',
  'after commit of ingest.remove_events_before',
]

/**
 * Kind F3: the server that removes old events kills itself in the middle. Another server must finish the removal, and no figure
 * may change.
 */
export const killsInRetention: FaultKind = { name: 'F3 retention', fullCount: 50, step: 5, run: killing }

async function killing({ count, seed }: StepInput): Promise<Done> {
  const random = randomFrom(seed)
  const site = await Site.open(1)
  return ending(
    () => site.close(),
    async () => {
      // At most one machine is finished between two deaths.
      const ledgers = await longHistory(site, count + 1, seed)
      const before = await pastOf(site, ledgers)
      for (const server of [...site.servers]) await site.retire(server)
      const jobs: number[] = []
      for (let i = 0; i < count; i++) {
        const point = points[Math.floor(random() * points.length)] as DeathPoint
        jobs.push(await askRetention(site))
        await site.died(await site.doomed(dyingAt(point)), DIES_WITHIN_MS)
        await site.verify()
      }
      await horizonsSet(site, ledgers, jobs)
      equalPast(before, await pastOf(site, ledgers))
      const acknowledged = await compared(site.company, site.databaseUrl, ledgers)
      await site.verify()
      return { count, acknowledged }
    },
  )
}

function equalPast(before: string, after: string): void {
  if (before === after) return
  const at = [...before].findIndex((letter, i) => letter !== after[i])
  const [old, current] = [before, after].map((text) => text.slice(Math.max(0, at - 200), at + 100))
  throw new FaultFinding(`Figures are others than before events were removed: ${old}\nare now ${current}`)
}

/**
 * Kind F18: events arrive from before the kept time and from within it, while an admin edits history. Events that are too late
 * must go to quarantine. The count is that of events that are too late.
 */
export const tooLate: FaultKind = { name: 'F18 late and edited', fullCount: 10_000, step: 500, run: comingLate }

async function comingLate({ count, seed }: StepInput): Promise<Done> {
  const site = await Site.open(1)
  return ending(
    () => site.close(),
    async () => {
      const ledgers = await longHistory(site, 5, seed)
      for (const server of [...site.servers]) await site.retire(server)
      await horizonsSet(site, ledgers, [await askRetention(site)])
      const late = ledgers.map((ledger, i) =>
        lateOf(ledger, Math.ceil(count / ledgers.length), seedOf(seed, 'late', i)),
      )
      const [edits] = await Promise.all([editAll(site, ledgers), deliver(site, late, seed)])
      for (const edit of edits) await editHolds(site.company, site.databaseUrl, edit)
      for (const ledger of ledgers) await isVisible(site, ledger)
      const acknowledged = await compared(site.company, site.databaseUrl, ledgers)
      await site.verify()
      return { count: Math.ceil(count / ledgers.length) * ledgers.length, acknowledged }
    },
  )
}

/**
 * Returns a delivery with `events` events from before the horizon of the machine and as many from after it, mixed in the same
 * batches.
 */
function lateOf(ledger: Ledger, events: number, seed: number): Delivery {
  const horizonAt = ledger.horizonAt ?? 0
  const from = Date.now() - PAST_DAYS * DAY_MS
  const tooLate = historyOf(ledger.machine, { from, to: horizonAt - HOUR_MS, events, seed })
  const to = Date.now() - HOUR_MS
  const inTime = historyOf(ledger.machine, { from: Date.now() - (KEPT_DAYS - 1) * DAY_MS, to, events, seed: seed + 1 })
  const mixed: DeviceEvent[] = shuffled([...tooLate, ...inTime], seed)
  return { ledger, batches: batchesOf(mixed, BATCH, 'late') }
}

/**
 * Inserts, deletes and changes a row of shift history on every machine, each after the job before it is done. Returns the edits.
 */
async function editAll(site: Site, ledgers: readonly Ledger[]): Promise<Edit[]> {
  const edits: Edit[] = []
  for (const { machine } of ledgers) {
    const ofMachine: Edit[] = []
    for (const kind of ['insert', 'delete', 'update'] as const) {
      const edit = await submitEdit(site.company, kind, machine.equipmentId, ofMachine)
      await jobDone(site.company, edit.jobId, limitOf(DONE_WITHIN_MS))
      ofMachine.push(edit)
    }
    edits.push(...ofMachine)
  }
  return edits
}

/**
 * Checks that the API shows late events of the machine in quarantine, with the reason and its text. Throws a `FaultFinding`
 * otherwise.
 */
async function isVisible(site: Site, { machine: { equipmentId } }: Ledger): Promise<void> {
  const { quarantine } = await site.company.call<{ quarantine: { reason: string; reason_text: string }[] }>(
    'GET',
    `/v0/e/${equipmentId}/quarantine`,
  )
  if (!quarantine.some(({ reason, reason_text: text }) => reason === 'before_horizon' && text !== ''))
    throw new FaultFinding(`machine ${equipmentId}: nobody can see what came too late`)
}

import {
  putBack,
  type ReleasedEvent,
  readQuarantined,
  setReleaseAt,
  takeDueQuarantine,
} from '../modules/ingest/index.ts'
import { plansDue } from '../modules/shifts/index.ts'
import { dueCompanies, machinesDue } from '../modules/status/index.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import { Unavailable } from '../platform/errors.ts'
import { type Advance, advance, type Release } from './advance.ts'
import { keepShifts } from './keep-shifts.ts'

const MOST_MACHINES = 500
const MOST_RELEASES = 1000

export interface Tick extends Advance {
  /** Called with the error when a part of a company's work failed. All other work goes on. */
  readonly failed: (error: unknown, companyId: number) => void
}

/**
 * Does the work that the passing of time alone causes, for every company that has such work: computes the status of due machines,
 * writes shift history and releases events from quarantine. A failure of one of these is passed to `failed` and stops neither the
 * others nor other companies.
 */
export async function tick(deps: Tick): Promise<void> {
  for (const companyId of await dueCompanies(deps.database, deps.clock.now())) {
    await computeDue(deps, companyId).catch((error) => deps.failed(error, companyId))
    await keepShifts(deps, companyId, null).catch((error) => deps.failed(error, companyId))
    await releaseDue(deps, companyId, MOST_RELEASES).catch((error) => deps.failed(error, companyId))
  }
}

async function computeDue(deps: Tick, companyId: number): Promise<void> {
  for (let more = true; more; ) {
    const { machines: due, isMore } = await dueOf(deps, companyId, null)
    try {
      await advance(deps, companyId, { batches: [], due, skipBusy: true })
      more = isMore
    } catch (error) {
      if (error instanceof Unavailable) throw error
      const advanceMachine = (id: number) => advance(deps, companyId, { batches: [], due: [id], skipBusy: true })
      for (const id of due) await advanceMachine(id).catch((cause) => deps.failed(cause, companyId))
      return
    }
  }
}

/**
 * Releases due events from quarantine in groups. If a group fails, events are released one by one; an event that fails alone
 * stays in quarantine without a time of release, for a person to decide.
 */
async function releaseDue(deps: Tick, companyId: number, atMost: number): Promise<void> {
  for (let more = true; more; ) {
    let entries: ReleasedEvent[] = []
    const takeReleases = async (ctx: Ctx) => {
      entries = await takeDueQuarantine(ctx, atMost)
      await putBack(
        ctx,
        entries.filter((entry) => releaseOf(entry).length === 0),
      )
      return entries.flatMap(releaseOf)
    }
    try {
      await advance(deps, companyId, { batches: [], takeReleases })
      more = entries.length === atMost
    } catch (error) {
      const [entry] = entries
      if (error instanceof Unavailable || entry === undefined) throw error
      if (atMost > 1) return releaseDue(deps, companyId, 1)
      deps.failed(error, companyId)
      await leaveToPerson(deps, companyId, entry)
    }
  }
}

async function leaveToPerson(deps: Tick, companyId: number, entry: ReleasedEvent): Promise<void> {
  await asSystem(deps, companyId, (ctx) => setReleaseAt(ctx, entry.quarantineId, null), { pool: 'ingest' })
}

function releaseOf(entry: ReleasedEvent): Release[] {
  const event = readQuarantined(entry.raw, entry.position)
  if (event === null) return []
  return [
    {
      deviceId: entry.deviceId,
      batchId: nameAfterRelease(entry),
      receivedAt: entry.receivedAt,
      event,
      raw: entry.raw,
      keptBytes: entry.keptBytes,
    },
  ]
}

/**
 * Returns the ids of up to 500 machines of a company whose status is due, and up to 500 whose shift history is due (`plans`).
 * `isMore`: there may be more of the first. `among` limits both to these machines; null: all machines.
 */
export function dueOf(
  deps: Advance,
  companyId: number,
  among: readonly number[] | null,
): Promise<{ machines: number[]; isMore: boolean; plans: number[] }> {
  return asSystem(
    deps,
    companyId,
    async (ctx) => {
      const now = ctx.clock.now()
      const machines = await machinesDue(ctx, now, among, MOST_MACHINES)
      return {
        machines,
        isMore: machines.length === MOST_MACHINES,
        plans: await plansDue(ctx, now, among, MOST_MACHINES),
      }
    },
    { pool: 'ingest' },
  )
}

/** Returns the batch id for a released event: its own, or a new one if it was refused for a reused id, since that id is taken. */
function nameAfterRelease({ reason, batchId, quarantineId }: ReleasedEvent): string {
  return reason === 'batch_id_reused' ? `${batchId} released as ${quarantineId}` : batchId
}

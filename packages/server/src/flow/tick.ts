import { type ReleasedEvent, readQuarantined, takeDueQuarantine } from '../modules/ingest/index.ts'
import { machinesDue } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { dueCompanies } from '../platform/directory/index.ts'
import { type Advance, advance, type Release } from './advance.ts'

const MOST_MACHINES = 500
const MOST_RELEASES = 1000

/** The clock as a second source: tells machines that time alone has changed, and releases what waited for its time. */
export async function tick(
  deps: Advance,
  ensureMonths: (companyId: number, releases: readonly Release[]) => Promise<void>,
): Promise<void> {
  const companies = await dueCompanies(deps.database, deps.clock.now())
  for (const companyId of companies) {
    for (let more = true; more; ) {
      const due = await dueOf(deps, companyId, null)
      let released = 0
      const takeReleases = async (ctx: Ctx) => {
        const releases = (await takeDueQuarantine(ctx, MOST_RELEASES)).flatMap((entry) => {
          const event = readQuarantined(entry.raw, entry.position)
          return event === null
            ? []
            : [{ deviceId: entry.deviceId, batchId: nameAfterRelease(entry), receivedAt: entry.receivedAt, event }]
        })
        await ensureMonths(companyId, releases)
        released = releases.length
        return releases
      }
      await advance(deps, companyId, { batches: [], due, skipBusy: true, takeReleases })
      more = due.length === MOST_MACHINES || released === MOST_RELEASES
    }
  }
}

/** Machines of a company whose time has come; `among` null: any. */
export function dueOf(deps: Advance, companyId: number, among: readonly number[] | null): Promise<number[]> {
  return deps.database.inCompany(
    companyId,
    (tx) =>
      machinesDue(
        { companyId, actor: { kind: 'system' }, tx, clock: deps.clock },
        deps.clock.now(),
        among,
        MOST_MACHINES,
      ),
    { pool: 'ingest' },
  )
}

/** The name of a batch that stood for other content is taken: its events come under one of their own. */
function nameAfterRelease({ reason, batchId, quarantineId }: ReleasedEvent): string {
  return reason === 'batch_id_reused' ? `${batchId} released as ${quarantineId}` : batchId
}

import { askRebuild } from '../flow/rebuild.ts'
import { listCompanies } from '../modules/identity/index.ts'
import { removeTakeoverChecks, takeoverChecks } from '../modules/status/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { JobKind, Jobs } from '../platform/jobs/index.ts'
import { differencesOf } from './check-status.ts'
import type { Found } from './findings.ts'

interface Prepared {
  readonly checked: readonly number[]
  readonly damaged: readonly Found[]
}

const AT_ONCE = 50

/**
 * Returns the job that checks, once after an upgrade, the machines that ever had more than one device, since earlier versions
 * lost parts of their timelines. Damaged machines are logged and computed again from the stored events, with restatements.
 */
export function takeoverCheck({
  database,
  clock,
  logger,
}: Pick<Needs, 'database' | 'clock' | 'logger'>): JobKind<Record<string, never>, Prepared> {
  return {
    name: 'takeover_check',
    queue: 'long',
    async prepare({ companyId, signal }) {
      const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
        asSystem({ database, clock }, companyId, work, { pool: 'jobs', snapshot: true })
      const checked = await within(takeoverChecks)
      const damaged: Found[] = []
      for (let i = 0; i < checked.length; i += AT_ONCE) {
        signal.throwIfAborted()
        damaged.push(...(await within((ctx) => differencesOf(ctx, checked.slice(i, i + AT_ONCE)))))
      }
      return { checked, damaged }
    },
    async run(ctx, _args, _job, { checked, damaged }) {
      const machines = [...new Set(damaged.flatMap(({ equipmentId }) => equipmentId ?? []))].sort((a, b) => a - b)
      for (const { equipmentId, at, text } of damaged)
        logger.warn(
          { companyId: ctx.companyId, equipmentId, at, text },
          'A machine with a takeover is computed again from its events',
        )
      await askRebuild(ctx, machines, { from: 0, to: ctx.clock.now() })
      await removeTakeoverChecks(ctx, checked)
      return { checked: checked.length, rebuilt: machines.length }
    },
  }
}

/** Submits the job `kind` in every company that has machines still to be checked, unless one is queued in the company. */
export async function submitTakeoverChecks(
  { database, clock }: Pick<Needs, 'database' | 'clock'>,
  jobs: Jobs,
  kind: ReturnType<typeof takeoverCheck>,
): Promise<void> {
  for (const { companyId } of await listCompanies(database)) {
    await asSystem({ database, clock }, companyId, async (ctx) => {
      if ((await takeoverChecks(ctx)).length > 0) await jobs.submitOnce(ctx, kind)
    })
  }
}

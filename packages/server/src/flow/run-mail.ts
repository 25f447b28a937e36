import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Recipient } from '../modules/groups/index.ts'
import { allUnits, equipmentByIds } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Draft } from '../platform/outbox/deliver.ts'

/** What the outbox holds of a run that made what it was to make. */
interface RunCompleted {
  readonly equipment_id: number
  readonly roster_ids: readonly number[]
  readonly completed_at: number
  readonly cycles: number
  /** Whether the run ended with it, or goes on. */
  readonly ended: boolean
}

export interface RunMailDeps {
  /** Members in groups, each once, with the address of those who want mail. */
  readonly recipientsOf: (ctx: Ctx, rosterIds: readonly number[]) => Promise<readonly Recipient[]>
  /** Where people reach the pages. */
  readonly publicUrl: () => string
}

/** Tells the people of a run's groups that it is complete: one mail for each of them. */
export async function composeRunMail(ctx: Ctx, deps: RunMailDeps, payload: unknown): Promise<Draft[]> {
  const run = payload as RunCompleted
  const [machine] = await equipmentByIds(ctx, [run.equipment_id])
  // Removed meanwhile: nobody can look it up.
  if (!machine) return []
  const recipients = await deps.recipientsOf(ctx, run.roster_ids)
  const zone = timeZoneOf(treeOf(await allUnits(ctx)), machine.parent_org_unit_id)
  const at = Temporal.Instant.fromEpochMilliseconds(run.completed_at).toZonedDateTimeISO(zone)
  const time = `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })} (${zone})`
  const subject = `Run completed: ${machine.name}`
  const body = `The run on ${machine.name} reached its total of ${run.cycles} cycles at ${time}.
${run.ended ? 'It has ended.' : 'It goes on until somebody ends it.'}

${deps.publicUrl()}/e/${machine.equipment_id}
`
  return recipients.flatMap(({ userId, email }) =>
    email === null ? [] : [{ to: userId, recipient: email, subject, body }],
  )
}

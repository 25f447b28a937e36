import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Recipient } from '../modules/groups/index.ts'
import { allUnits, equipmentByIds } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { MailDraft } from '../platform/outbox/deliver.ts'

/** Entry of the outbox for a run that reached its total. */
interface RunCompleted {
  readonly equipment_id: number
  readonly roster_ids: readonly number[]
  readonly completed_at: number
  readonly cycles: number
  /** True if the run ended when it reached the total; false if it goes on. */
  readonly ended: boolean
}

export interface RunMailDeps {
  /** Returns the members of groups, each once, with the address of those who want mail. */
  readonly recipientsOf: (ctx: Ctx, rosterIds: readonly number[]) => Promise<readonly Recipient[]>
  /** Returns the URL under which people reach the pages. */
  readonly publicUrl: () => string
}

/** Composes mails to the members of a run's groups that the run is complete, one mail for each member. */
export async function composeRunMail(ctx: Ctx, deps: RunMailDeps, payload: unknown): Promise<MailDraft[]> {
  const run = payload as RunCompleted
  const [machine] = await equipmentByIds(ctx, [run.equipment_id])
  // The machine was removed meanwhile, so there is no page to link to.
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

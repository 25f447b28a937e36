import { isEqual } from '@millwatch/domain/audit'
import { groupNameOf, isOfferedOn, isSameGroup } from '@millwatch/domain/tree'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { getEquipment, inNaturalOrder, placedMachines, requireListed } from '../tree/index.ts'
import { allReasons, type ReasonRow, reasonsByIds } from './queries-reasons.ts'
import { changeReason, holdReason, insertReason, type ReasonChange } from './store-reasons.ts'

/**
 * Returns all reasons, inactive ones too, in natural order. With a machine, returns only the active reasons that are limited to
 * no unit or to one above the machine. 404 for an unknown machine.
 */
export async function listReasons(ctx: Ctx, equipmentId?: number): Promise<ReasonRow[]> {
  const reasons = inNaturalOrder(await allReasons(ctx), (reason) => reason.reasonId)
  if (equipmentId === undefined) return reasons
  const placed = await placedMachines(ctx, [await getEquipment(ctx, equipmentId)])
  return reasons.filter((reason) => reason.active && placed.every((machine) => isOfferedOn(reason, machine)))
}

export async function createReason(
  ctx: Ctx,
  {
    name,
    orgUnitIds = [],
    groupName = null,
    failure = false,
  }: {
    name: string
    orgUnitIds?: readonly number[] | undefined
    groupName?: string | null | undefined
    failure?: boolean | undefined
  },
): Promise<ReasonRow> {
  await requireListed(ctx, { orgUnitIds })
  const reason = { name, orgUnitIds, groupName: await groupAsSpelled(ctx, groupName), failure }
  const id = await insertReason(ctx, reason)
  await recordAudit(ctx, { operation: 'reason.create', subject: `reason/${id}`, after: reason })
  await stateFact(ctx, { kind: 'reason.changed', reasonId: id })
  return reasonOf(ctx, id)
}

export async function updateReason(ctx: Ctx, id: number, change: Partial<ReasonChange>): Promise<ReasonRow> {
  if (!(await holdReason(ctx, id))) throw new NotFound()
  const row = await reasonOf(ctx, id)
  const { reasonId: _, deactivatedAt, ...before } = row
  await requireListed(ctx, change, before)
  const groupName = change.groupName === undefined ? before.groupName : await groupAsSpelled(ctx, change.groupName, id)
  const after = { ...before, ...change, groupName }
  if (isEqual(after, before)) return row
  await changeReason(ctx, id, after, after.active ? null : (deactivatedAt ?? ctx.clock.now()))
  await recordAudit(ctx, { operation: 'reason.update', subject: `reason/${id}`, before, after })
  await stateFact(ctx, { kind: 'reason.changed', reasonId: id })
  return reasonOf(ctx, id)
}

/**
 * Returns the name of a group as another reason spells it, if one has the same name but for case and outer blanks, so that both
 * are in one group. Returns the trimmed name if none has it, and null for null. `id` is the reason that is changed, which is not
 * compared.
 */
async function groupAsSpelled(ctx: Ctx, groupName: string | null, id?: number): Promise<string | null> {
  if (groupName === null) return null
  const groups = (await allReasons(ctx)).flatMap(({ reasonId, groupName }) =>
    reasonId === id ? [] : (groupName ?? []),
  )
  return groups.find((group) => isSameGroup(group, groupName)) ?? groupNameOf(groupName)
}

async function reasonOf(ctx: Ctx, id: number): Promise<ReasonRow> {
  const [reason] = await reasonsByIds(ctx, [id])
  if (reason === undefined) throw new NotFound()
  return reason
}

import { isEqual } from '@millwatch/domain/audit'
import { EVERYWHERE, linkOf } from '@millwatch/domain/parts'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { requireListed } from '../tree/index.ts'
import { type PartFields, type PartRow, partsByIds } from './queries.ts'
import { changePart, holdPart, insertPart, markRemoved } from './store.ts'

/** Data of a part as a person sends it. An absent field does not change, or has its default in a new part. */
export type PartInput = { readonly [Field in keyof PartFields]?: PartFields[Field] | undefined }

const NEW: PartFields = { number: '', description: '', url: null, ...EVERYWHERE }

/** Returns a part that is in use; 404 when there is no such part, 409 when it was removed. */
export async function partInUse(ctx: Ctx, partId: number): Promise<PartRow> {
  const [part] = await partsByIds(ctx, [partId])
  if (part === undefined) throw new NotFound()
  if (part.deletedAt !== null) throw new Conflict('part_removed')
  return part
}

/**
 * Adds a part with audit entry and fact, and returns it. It is used everywhere unless lists are given. 400 for an invalid link,
 * 404 for an unknown id in a list.
 */
export async function createPart(ctx: Ctx, input: PartInput & { readonly number: string }): Promise<PartRow> {
  const after = checked({ ...NEW, ...present(input) })
  await requireListed(ctx, after, NEW)
  const id = await insertPart(ctx, after)
  await recordAudit(ctx, { operation: 'part.create', subject: `part/${id}`, after })
  await stateFact(ctx, { kind: 'part.changed', partId: id })
  return partInUse(ctx, id)
}

/**
 * Changes a part, with audit entry and fact, and returns it; stores nothing when no value differs. 404 for an unknown part and
 * for an unknown id added to a list, 409 for a removed part, 400 for an invalid link.
 */
export async function updatePart(ctx: Ctx, id: number, input: PartInput): Promise<PartRow> {
  if (!(await holdPart(ctx, id))) throw new NotFound()
  const part = await partInUse(ctx, id)
  const { partId: _, createdAt: __, deletedAt: ___, ...before } = part
  const after = checked({ ...before, ...present(input) })
  await requireListed(ctx, after, before)
  if (isEqual(after, before)) return part
  await changePart(ctx, id, after)
  await recordAudit(ctx, { operation: 'part.update', subject: `part/${id}`, before, after })
  await stateFact(ctx, { kind: 'part.changed', partId: id })
  return partInUse(ctx, id)
}

/**
 * Marks a part as removed, with audit entry and fact. The part history keeps it, and maintenance leaves it out from now on. 404
 * for an unknown part, 409 for a removed one.
 */
export async function removePart(ctx: Ctx, id: number): Promise<void> {
  const { number } = await partInUse(ctx, id)
  await markRemoved(ctx, id, ctx.clock.now())
  await recordAudit(ctx, { operation: 'part.delete', subject: `part/${id}`, before: { number } })
  await stateFact(ctx, { kind: 'part.changed', partId: id })
}

const present = (input: PartInput): Partial<PartFields> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/**
 * Returns a part with its link normalized, its description trimmed and each id of its lists only once. 400 for an invalid link.
 */
function checked(part: PartFields): PartFields {
  const url = linkOf(part.url ?? '')
  if (url === undefined) throw new Invalid(undefined, 'part_url_invalid')
  const once = (ids: readonly number[]) => [...new Set(ids)]
  return {
    number: part.number,
    description: part.description.trim(),
    url,
    orgUnitIds: once(part.orgUnitIds),
    equipmentIds: once(part.equipmentIds),
    categoryIds: once(part.categoryIds),
    manufacturerIds: once(part.manufacturerIds),
    modelIds: once(part.modelIds),
  }
}

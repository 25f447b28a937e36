import { LEAST_PART_QTY, MOST_PART_QTY, partActions } from '@millwatch/domain/parts'
import { Type } from 'typebox'
import { Id, Instant, meaning, Name } from './common.ts'
import { Nullable } from './equipment.ts'

/** Schema of the kind of work that maintenance does on a part. */
export const PartAction = Type.Enum(partActions)

export const PartQty = Type.Integer({ minimum: LEAST_PART_QTY, maximum: MOST_PART_QTY })

/**
 * Schemas of the lists that limit on which machines a part is used: on those that at least one list matches, or on all if every
 * list is empty.
 */
export const partScope = {
  org_unit_ids: Type.Array(Id, { maxItems: 1000 }),
  equipment_ids: Type.Array(Id, { maxItems: 1000 }),
  category_ids: Type.Array(Id, { maxItems: 1000 }),
  manufacturer_ids: Type.Array(Id, { maxItems: 1000 }),
  model_ids: Type.Array(Id, { maxItems: 1000 }),
}

/** Schema of the name or number of a part, as people know the part. */
export const PartNumber = Name

/** Schema of a critical part: a part of machines on which maintenance is recorded. */
export const Part = Type.Object({
  id: Id,
  number: Type.String(),
  description: Type.String(),
  url: meaning('Page about it; null: none.', Nullable(Type.String())),
  ...partScope,
  created_at: Instant,
  deleted_at: meaning('Null: it is in use. A removed part stays in the history.', Nullable(Instant)),
})

/** Schema of work on a part during a stop: `id` is that of the part, `history_id` that of the row of part history. */
export const PartOfStop = Type.Object({
  id: Id,
  history_id: Id,
  action: PartAction,
  qty: PartQty,
  user_id: meaning('Author, who may change it, as admins may; null: has left, or was no person.', Nullable(Id)),
})

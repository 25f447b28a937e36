import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Name, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

/** Schema of a tag of the company, which names the subject of runs: an order, a product or a tool. */
export const Tag = Type.Object({
  id: Id,
  name: Type.String(),
  group_name: Nullable(Type.String()),
  cycle_tag_group_id: Nullable(Id),
  active: Type.Boolean(),
  /** Instant of deactivation; null: the tag is active. */
  deactivated_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  /**
   * Units whose machines (at any depth) offer this tag, in addition to the machines in `equipment_ids`. Both lists empty: all
   * machines offer it.
   */
  org_unit_ids: Type.Array(Id),
  equipment_ids: Type.Array(Id),
})

const Ids = Type.Array(Id, { maxItems: 1000 })

export const listTags = endpoint('GET', '/v0/tags', 'runs', {
  operation: 'tag.list',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'read',
    kiosk: { about: [{ at: 'query.equipId', kind: 'equipment' }], needs: 'runs' },
  },
  summary: 'All tags; with equipId the active ones offered on that machine',
  shapes: {
    query: Type.Object({ equipId: Type.Optional(Id) }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, tags: Type.Array(Tag) }),
  },
})

export const createTag = endpoint('POST', '/v0/tags', 'runs', {
  operation: 'tag.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a tag, into a group by id or by name; a group of a new name is made',
  shapes: {
    body: Type.Object(
      { name: Name, groupId: Type.Optional(Nullable(Id)), groupName: Type.Optional(Nullable(Name)) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, tag: Tag }),
  },
})

export const updateTag = endpoint('PUT', '/v0/tags/:id', 'runs', {
  operation: 'tag.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Rename, deactivate or re-activate a tag, say where it is offered, move it to a group (null: to none)',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        active: Type.Optional(Type.Boolean()),
        org_unit_ids: Type.Optional(Ids),
        equipment_ids: Type.Optional(Ids),
        groupId: Type.Optional(Nullable(Id)),
        /**
         * Without `groupId`: name of the tag's group, which is created if it does not exist. With `groupId`: new name of that
         * group.
         */
        groupName: Type.Optional(Nullable(Name)),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, tag: Tag }),
  },
})

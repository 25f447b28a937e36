import { MOST_LINK_LENGTH } from '@millwatch/domain/parts'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, meaning, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { Part, PartAction, PartNumber, PartQty, partScope } from '../shapes/part.ts'

const closed = { additionalProperties: false } as const
const read = { least: 'user', scope: 'company', rate: 'read' } as const
const managed = { least: 'admin', scope: 'company', rate: 'write', audit: true } as const
const written = { least: 'user', scope: 'company', rate: 'write', audit: true } as const
/** Policy of calls that change rows of part history: the person who wrote a row may change it, and so may admins. */
const owned = { ...written, owner: 'own_or_admin', listable: false } as const

const Parts = Type.Object({ status: Success, parts: Type.Array(Part) })
const OnePart = Type.Object({ status: Success, part: Part })
const Done = Type.Object({ status: Success })

const Description = Type.String({ maxLength: 500 })
/** Schema of the link of a part as typed, or null. The server refuses a link that is not `http://` or `https://`. */
const Link = Nullable(Type.String({ maxLength: MOST_LINK_LENGTH }))

export const listParts = endpoint('GET', '/v0/parts', 'parts', {
  operation: 'part.list',
  policy: read,
  summary: 'All critical parts, by number; removed ones only with includeDeleted',
  shapes: {
    query: Type.Object({ includeDeleted: Type.Optional(Type.Boolean()) }, closed),
    answer: Parts,
  },
})

export const listPartsOfEquipment = endpoint('GET', '/v0/e/:id/parts', 'parts', {
  operation: 'equipment.parts.list',
  policy: read,
  summary: 'The critical parts that are used on a machine, by number',
  shapes: { params: IdParams, answer: Parts },
})

export const createPart = endpoint('POST', '/v0/parts', 'parts', {
  operation: 'part.create',
  policy: managed,
  summary: 'Add a critical part, which is used on every machine until its lists are filled',
  shapes: {
    body: Type.Object(
      { number: PartNumber, description: Type.Optional(Description), url: Type.Optional(Link) },
      closed,
    ),
    answer: OnePart,
  },
})

const optionalScope = Object.fromEntries(
  Object.entries(partScope).map(([name, list]) => [name, Type.Optional(list)]),
) as { [Name in keyof typeof partScope]: ReturnType<typeof Type.Optional<(typeof partScope)[Name]>> }

export const updatePart = endpoint('PUT', '/v0/parts/:id', 'parts', {
  operation: 'part.update',
  policy: managed,
  summary: 'Change number, description or link of a critical part, or the lists that say where it is used',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        attrs: Type.Object(
          {
            number: Type.Optional(PartNumber),
            description: Type.Optional(Description),
            url: Type.Optional(Link),
            ...optionalScope,
          },
          closed,
        ),
      },
      closed,
    ),
    answer: OnePart,
  },
})

export const deletePart = endpoint('DELETE', '/v0/parts/:id', 'parts', {
  operation: 'part.delete',
  policy: managed,
  summary: 'Remove a critical part; its history stays, and maintenance leaves it out from now on',
  shapes: { params: IdParams, answer: Done },
})

/** Schema of one row of part history: the work done to one part on one machine, with action and quantity. */
export const PartHistory = Type.Object({
  id: Id,
  critical_part_id: Id,
  equipment_id: Id,
  action_base: PartAction,
  qty: PartQty,
  created_at: meaning('Instant of the work.', Instant),
})

const OneRow = Type.Object({ status: Success, history: PartHistory })

export const createPartHistory = endpoint('POST', '/v0/parthistory', 'parts', {
  operation: 'part_history.create',
  policy: written,
  keyed: true,
  summary: 'Record that a part was maintained during a stop',
  shapes: {
    body: Type.Object(
      {
        equipId: Id,
        partId: Id,
        action: PartAction,
        qty: PartQty,
        statusLogId: meaning('The stop, of the machine equipId.', Id),
        createdAt: Type.Optional(
          meaning('Instant of the work within the stop; absent: now, or the end of the stop.', Instant),
        ),
      },
      closed,
    ),
    answer: OneRow,
  },
})

export const updatePartHistory = endpoint('PUT', '/v0/parthistory/:id', 'parts', {
  operation: 'part_history.update',
  policy: owned,
  summary: 'Change part, action or quantity of a row of part history',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        attrs: Type.Object(
          {
            critical_part_id: Type.Optional(Id),
            action_base: Type.Optional(PartAction),
            qty: Type.Optional(PartQty),
          },
          closed,
        ),
      },
      closed,
    ),
    answer: OneRow,
  },
})

export const deletePartHistory = endpoint('DELETE', '/v0/parthistory/:id', 'parts', {
  operation: 'part_history.delete',
  policy: owned,
  summary: 'Delete a row of part history',
  shapes: { params: IdParams, answer: Done },
})

import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Success, TypedName } from '../shapes/common.ts'

const closed = { additionalProperties: false } as const

/**
 * Schema of the membership of a person in a group, with the channels (email, text message) by which the group notifies that
 * person.
 */
export const RosterUser = Type.Object({
  id: Id,
  roster_id: Id,
  user_id: Id,
  send_email: Type.Boolean(),
  send_sms: Type.Boolean(),
  User: Type.Object({
    first_name: Type.String(),
    last_name: Type.String(),
    /** Email address; left out for callers that are not admins. */
    email: Type.Optional(Type.String()),
  }),
})

export const Roster = Type.Object({ id: Id, name: Type.String(), RosterUsers: Type.Array(RosterUser) })

const RosterBody = Type.Object({ name: TypedName }, closed)
const RosterAnswer = Type.Object({ status: Success, roster: Roster })
const RosterUserParams = Type.Object({ id: Id, user: Id }, closed)
const RosterUserAnswer = Type.Object({ status: Success, rosterUser: RosterUser })

export const listRosters = endpoint('GET', '/v0/rosters', 'rosters', {
  operation: 'roster.list',
  policy: { least: 'user', scope: 'company', rate: 'read', fields: ['email'], listable: false },
  summary: 'Groups by name, with who is in them',
  shapes: { answer: Type.Object({ status: Success, rosters: Type.Array(Roster) }) },
})

export const createRoster = endpoint('POST', '/v0/rosters', 'rosters', {
  operation: 'roster.create',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, fields: ['email'], listable: false },
  summary: 'Create a group; its name is unique in the company',
  shapes: { body: RosterBody, answer: RosterAnswer },
})

export const updateRoster = endpoint('PUT', '/v0/rosters/:id', 'rosters', {
  operation: 'roster.update',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, fields: ['email'], listable: false },
  summary: 'Rename a group',
  shapes: { params: IdParams, body: RosterBody, answer: RosterAnswer },
})

export const deleteRoster = endpoint('DELETE', '/v0/rosters/:id', 'rosters', {
  operation: 'roster.delete',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Remove a group',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

export const addRosterUser = endpoint('POST', '/v0/rosters/:id/users', 'rosters', {
  operation: 'roster.user.add',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, fields: ['email'], listable: false },
  summary: 'Add a member to a group; notified by email unless changed',
  shapes: { params: IdParams, body: Type.Object({ user_id: Id }, closed), answer: RosterUserAnswer },
})

export const updateRosterUser = endpoint('PUT', '/v0/rosters/:id/users/:user', 'rosters', {
  operation: 'roster.user.update',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, fields: ['email'], listable: false },
  summary: 'Say by which ways a group reaches a member; text messages need a phone number',
  shapes: {
    params: RosterUserParams,
    body: Type.Object({ send_email: Type.Optional(Type.Boolean()), send_sms: Type.Optional(Type.Boolean()) }, closed),
    answer: RosterUserAnswer,
  },
})

export const removeRosterUser = endpoint('DELETE', '/v0/rosters/:id/users/:user', 'rosters', {
  operation: 'roster.user.remove',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Take a member out of a group',
  shapes: { params: RosterUserParams, answer: Type.Object({ status: Success }) },
})

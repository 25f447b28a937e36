import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { type ListedMember, membersByIds } from '../identity/index.ts'
import { inNaturalOrder, requireName } from '../tree/index.ts'
import { allPlaces, allRosters, type PlaceRow, placesIn, type RosterRow, rostersByIds } from './queries.ts'
import { deleteRoster, holdRoster, insertRoster, renameRoster } from './store.ts'

/** Membership of a person in a group, with the person's entry on the company's member list. */
export interface RosterPlace extends PlaceRow {
  readonly member: ListedMember
}

export interface Roster extends RosterRow {
  readonly places: readonly RosterPlace[]
}

/**
 * Returns a typed group name trimmed and in Unicode's composed form, so that no two groups have names that look the same; throws
 * `name_blank` for an invalid one.
 */
const requireRosterName = (typed: string): string => requireName(typed.normalize('NFC').trim())

/** Returns all groups of the company with their members and invited people, in natural order. */
export async function listRosters(ctx: Ctx): Promise<Roster[]> {
  const rosters = inNaturalOrder(await allRosters(ctx), (roster) => roster.rosterId)
  return withPlaces(ctx, rosters, await allPlaces(ctx))
}

/**
 * Returns the group with this id in the caller's company, with its members and invited people; 404 when there is none.
 */
export async function rosterOf(ctx: Ctx, rosterId: number): Promise<Roster> {
  const found = await rostersByIds(ctx, [rosterId])
  const [roster] = await withPlaces(ctx, found, await placesIn(ctx, [rosterId]))
  if (!roster) throw new NotFound()
  return roster
}

async function withPlaces(ctx: Ctx, rosters: readonly RosterRow[], rows: readonly PlaceRow[]): Promise<Roster[]> {
  const members = await membersByIds(ctx.tx, ctx.companyId, [...new Set(rows.map((row) => row.userId))])
  const membersById = new Map(members.map((member) => [member.id, member]))
  const places = rows.flatMap((row) => {
    const member = membersById.get(row.userId)
    return member ? [{ ...row, member }] : []
  })
  const byRoster = Map.groupBy(places, (place) => place.rosterId)
  return rosters.map((roster) => ({ ...roster, places: byRoster.get(roster.rosterId) ?? [] }))
}

export async function createRoster(ctx: Ctx, typed: string): Promise<Roster> {
  const name = requireRosterName(typed)
  const rosterId = await insertRoster(ctx, name)
  if (rosterId === undefined) throw new Conflict('roster_name_taken')
  await recordAudit(ctx, { operation: 'roster.create', subject: `roster/${rosterId}`, after: { name } })
  await stateFact(ctx, { kind: 'group.changed', groupId: rosterId })
  return rosterOf(ctx, rosterId)
}

/**
 * Renames a group, with audit entry and fact, and returns the group; an equal name changes nothing. 404 for an unknown group, 400
 * for a blank or too long name, 409 when another group has this name in any case.
 */
export async function updateRoster(ctx: Ctx, rosterId: number, typed: string): Promise<Roster> {
  if (!(await holdRoster(ctx, rosterId))) throw new NotFound()
  const { name: before } = await rosterOf(ctx, rosterId)
  const name = requireRosterName(typed)
  if (name !== before) {
    await renameRoster(ctx, rosterId, name)
    const change = { before: { name: before }, after: { name } }
    await recordAudit(ctx, { operation: 'roster.update', subject: `roster/${rosterId}`, ...change })
    await stateFact(ctx, { kind: 'group.changed', groupId: rosterId })
  }
  return rosterOf(ctx, rosterId)
}

/**
 * Deletes a group and all memberships in it; writes the audit entry and states the fact. Production runs that were to notify this
 * group then notify only their other groups. 404 for an unknown group.
 */
export async function removeRoster(ctx: Ctx, rosterId: number): Promise<void> {
  const { name, places } = await rosterOf(ctx, rosterId)
  if (!(await deleteRoster(ctx, rosterId))) throw new NotFound()
  const before = { name, userIds: places.map((place) => place.userId) }
  await recordAudit(ctx, { operation: 'roster.delete', subject: `roster/${rosterId}`, before })
  await stateFact(ctx, { kind: 'group.changed', groupId: rosterId })
}

/**
 * Throws 404 unless all these groups exist in the caller's company; an id may be given several times. Does nothing without ids.
 */
export async function requireRosters(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if ((await rostersByIds(ctx, wanted)).length < wanted.length) throw new NotFound()
}

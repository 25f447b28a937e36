import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRun } from '../../platform/db/statements.ts'
import { Conflict } from '../../platform/errors.ts'
import type { PlaceRow } from './queries.ts'

/**
 * Adds a group and returns its id. Returns undefined, and adds nothing, when the company has a group with this name in any case
 * of its letters.
 */
export async function insertRoster(ctx: Ctx, name: string): Promise<number | undefined> {
  const text = `insert into roster (company_id, name, created_at) values ($1, $2, $3)
    on conflict (company_id, lower(name)) do nothing returning roster_id as "rosterId"`
  const values = [ctx.companyId, name, ctx.clock.now()]
  const [row] = await ctx.tx.prepared<{ rosterId: number }>({ name: 'groups.insert_roster', text }, values)
  return row?.rosterId
}

export async function renameRoster(ctx: Ctx, rosterId: number, name: string): Promise<void> {
  const text = 'update roster set name = $3 where company_id = $1 and roster_id = $2'
  try {
    await ctx.tx.prepared({ name: 'groups.rename_roster', text }, [ctx.companyId, rosterId, name])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw new Conflict('roster_name_taken')
    throw error
  }
}

/** Deletes a group and all memberships in it and returns true; returns false when there is no group with this id. */
export const deleteRoster = companyHas<[rosterId: number]>(
  'groups.delete_roster',
  'delete from roster where company_id = $1 and roster_id = $2 returning roster_id',
)

/**
 * Locks a group until the transaction ends, so that no other transaction changes or removes it, and returns true; returns false
 * when there is no group with this id.
 */
export const holdRoster = companyHas<[rosterId: number]>(
  'groups.hold_roster',
  'select from roster where company_id = $1 and roster_id = $2 for update',
)

/** Adds a person to a group and returns true; returns false, and changes nothing, when the person is in the group already. */
export async function insertPlace(ctx: Ctx, place: Omit<PlaceRow, 'rosterUserId'>): Promise<boolean> {
  const text = `insert into roster_user (company_id, roster_id, user_id, send_email, send_sms, created_at)
    values ($1, $2, $3, $4, $5, $6) on conflict (company_id, roster_id, user_id) do nothing returning roster_user_id`
  const { rosterId, userId, sendEmail, sendSms } = place
  const values = [ctx.companyId, rosterId, userId, sendEmail, sendSms, ctx.clock.now()]
  return (await ctx.tx.prepared({ name: 'groups.insert_place', text }, values)).length > 0
}

export async function updatePlace(ctx: Ctx, { rosterUserId, sendEmail, sendSms }: PlaceRow): Promise<void> {
  const text = 'update roster_user set send_email = $3, send_sms = $4 where company_id = $1 and roster_user_id = $2'
  const values = [ctx.companyId, rosterUserId, sendEmail, sendSms]
  await ctx.tx.prepared({ name: 'groups.update_place', text }, values)
}

export const deletePlace = companyRun<[rosterUserId: number]>(
  'groups.delete_place',
  'delete from roster_user where company_id = $1 and roster_user_id = $2',
)

/** Removes a member, or an invited person by the id of the invitation, from all groups of the company. */
export const leaveGroups = companyRun<[userId: number]>(
  'groups.leave',
  'delete from roster_user where company_id = $1 and user_id = $2',
)

/**
 * Gives the memberships of an accepted invitation to the user. In groups where the user is a member already, that membership
 * stays and the one of the invitation is deleted.
 */
export async function takePlaces(ctx: Ctx, invitationId: number, userId: number): Promise<void> {
  const text = `update roster_user set user_id = $3 where company_id = $1 and user_id = $2 and not exists (
      select from roster_user own
      where own.company_id = $1 and own.roster_id = roster_user.roster_id and own.user_id = $3)`
  await ctx.tx.prepared({ name: 'groups.take_places', text }, [ctx.companyId, invitationId, userId])
  await leaveGroups(ctx, invitationId)
}

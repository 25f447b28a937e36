import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRows } from '../../platform/db/statements.ts'

export interface RosterRow {
  readonly rosterId: number
  readonly name: string
}

/**
 * Membership of a person in a group. `userId` is the id of the user, or of the invitation while the person has not
 * accepted it.
 */
export interface PlaceRow {
  readonly rosterUserId: number
  readonly rosterId: number
  readonly userId: number
  readonly sendEmail: boolean
  readonly sendSms: boolean
}

const selectRosters = 'select roster_id as "rosterId", name from roster where company_id = $1'

/** Returns all groups of the company, by id. */
export const allRosters = companyRows<RosterRow>('groups.all_rosters', `${selectRosters} order by roster_id`)

export async function rostersByIds(ctx: Ctx, ids: readonly number[]): Promise<RosterRow[]> {
  if (ids.length === 0) return []
  const text = `${selectRosters} and roster_id = any($2::bigint[])`
  return ctx.tx.prepared<RosterRow>({ name: 'groups.rosters_by_ids', text }, [ctx.companyId, numberArray(ids)])
}

const selectPlaces = `select roster_user_id as "rosterUserId", roster_id as "rosterId", user_id as "userId",
  send_email as "sendEmail", send_sms as "sendSms" from roster_user where company_id = $1`

export const allPlaces = companyRows<PlaceRow>('groups.all_places', `${selectPlaces} order by roster_user_id`)

export async function placesIn(ctx: Ctx, rosterIds: readonly number[]): Promise<PlaceRow[]> {
  if (rosterIds.length === 0) return []
  const text = `${selectPlaces} and roster_id = any($2::bigint[]) order by roster_user_id`
  return ctx.tx.prepared<PlaceRow>({ name: 'groups.places_in', text }, [ctx.companyId, numberArray(rosterIds)])
}

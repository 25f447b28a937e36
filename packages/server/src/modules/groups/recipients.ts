import type { DateStyle } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { membersByIds } from '../identity/index.ts'
import { placesIn } from './queries.ts'

/** Person whom groups notify, with the addresses of the channels that at least one of the groups uses. */
export interface Recipient extends DateStyle {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  /** Email address; null: no group notifies this person by email. */
  readonly email: string | null
  /** Phone number as E.164; null: no group notifies this person by text message, or there is no number. */
  readonly phone: string | null
}

/**
 * Returns the members in these groups who can be notified, each once, in the order of user ids. Left out are invited people,
 * members whom no group reaches by any channel, and groups that no longer exist.
 */
export async function recipientsOf(ctx: Ctx, rosterIds: readonly number[]): Promise<Recipient[]> {
  const places = Map.groupBy(await placesIn(ctx, [...new Set(rosterIds)]), (place) => place.userId)
  const members = await membersByIds(ctx.tx, ctx.companyId, [...places.keys()])
  return members
    .filter((member) => !member.isInvited)
    .map(({ id, firstName, lastName, email, phone, locale, clockHours }) => {
      const placesOfUser = places.get(id) ?? []
      return {
        userId: id,
        firstName,
        lastName,
        email: placesOfUser.some((place) => place.sendEmail) ? email : null,
        phone: placesOfUser.some((place) => place.sendSms) ? phone : null,
        ...{ locale, clockHours },
      }
    })
    .filter(({ email, phone }) => email !== null || phone !== null)
    .toSorted((a, b) => a.userId - b.userId)
}

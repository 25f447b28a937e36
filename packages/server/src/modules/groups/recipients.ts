import type { Ctx } from '../../platform/ctx.ts'
import { membersByIds } from '../identity/index.ts'
import { placesIn } from './queries.ts'

/** Whom groups reach, and by which ways; the way that any of the groups asks for is taken. */
export interface Recipient {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  /** null: not by email. */
  readonly email: string | null
  /** E.164; null: not by text message, or no number to send it to. */
  readonly phone: string | null
}

/** The members in these groups, each once. Who has not accepted yet is not reached, and groups that are gone hold nobody. */
export async function recipientsOf(ctx: Ctx, rosterIds: readonly number[]): Promise<Recipient[]> {
  const places = Map.groupBy(await placesIn(ctx, [...new Set(rosterIds)]), (place) => place.userId)
  const members = await membersByIds(ctx.tx, ctx.companyId, [...places.keys()])
  return members
    .filter((member) => !member.isInvited)
    .map(({ id, firstName, lastName, email, phone }) => {
      const placesOfUser = places.get(id) ?? []
      return {
        userId: id,
        firstName,
        lastName,
        email: placesOfUser.some((place) => place.sendEmail) ? email : null,
        phone: placesOfUser.some((place) => place.sendSms) ? phone : null,
      }
    })
    .filter(({ email, phone }) => email !== null || phone !== null)
    .toSorted((a, b) => a.userId - b.userId)
}

import type { Candidate, Place } from './queries.ts'

/** The server's own words where they are about the name of the group, else those of the catalogue (specification 2, section 8). */
export const notCreated = (error: Error): string =>
  /group name/i.test(error.message) ? error.message : 'Error creating group'

export const nameOf = (person: Pick<Candidate, 'first_name' | 'last_name' | 'username'>): string =>
  `${person.first_name} ${person.last_name}`.trim() || (person.username ?? '')

export const NO_PHONE = 'No phone # setup. The member can add one under Settings'

/** Why a group cannot reach somebody by text message; undefined: it can, or it is not known here. */
export function textLock(place: Place, people: readonly Candidate[]): string | undefined {
  const person = people.find((one) => one.id === place.user_id)
  return !place.send_sms && person?.phone === null ? NO_PHONE : undefined
}

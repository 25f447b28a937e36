import type { Candidate, GroupMember } from './queries.ts'

/**
 * Returns the message for a group that could not be created: the server's text if it is about the group name, else `Error
 * creating group`.
 */
export const notCreated = (error: Error): string =>
  /group name/i.test(error.message) ? error.message : 'Error creating group'

export const NO_PHONE = 'No phone # setup. The member can add one under Settings'

/** Text for an installation that has no SMS service, where nobody gets text messages. */
export const NO_SMS = 'No text messages: this installation has no SMS service'

/**
 * Returns the reason why text messages to a member of a group cannot be switched on: the member has no phone number, or the
 * installation sends none (`sendsTexts` is false). Undefined if they can, or are on already; an unknown number is no reason.
 */
export function textLock(place: GroupMember, people: readonly Candidate[], sendsTexts = true): string | undefined {
  const person = people.find((candidate) => candidate.id === place.user_id)
  if (place.send_sms) return undefined
  if (person?.phone === null) return NO_PHONE
  return sendsTexts ? undefined : NO_SMS
}

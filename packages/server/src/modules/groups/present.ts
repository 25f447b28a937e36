import type { Roster as RosterShape, RosterUser } from '@millwatch/contract/http/groups'
import { maySee } from '@millwatch/domain/identity'
import type { Static } from 'typebox'
import type { Actor } from '../../platform/ctx.ts'
import type { Roster, RosterPlace } from './rosters.ts'

export function presentPlace(actor: Actor, place: RosterPlace): Static<typeof RosterUser> {
  const { firstName, lastName, email } = place.member
  return {
    id: place.rosterUserId,
    roster_id: place.rosterId,
    user_id: place.userId,
    send_email: place.sendEmail,
    send_sms: place.sendSms,
    User: { first_name: firstName, last_name: lastName, ...(maySee(actor, 'email') ? { email } : {}) },
  }
}

export function presentRoster(actor: Actor, { rosterId, name, places }: Roster): Static<typeof RosterShape> {
  return { id: rosterId, name, RosterUsers: places.map((place) => presentPlace(actor, place)) }
}

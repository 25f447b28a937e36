import { partyOfKiosk, partyOfUser } from '@millwatch/contract/party'
import { type GuardedCall, may, type OwnedSubject, type Role } from '@millwatch/domain/identity'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsDisplay } from './display.ts'
import { kioskQuery, userQuery } from './session.ts'

/** Subject of a call about another person, for owner rules. */
export const otherPerson: OwnedSubject = { ownerId: -1 }

/** Returns the least role that may do a call; null: no role may. */
export function leastRoleFor(call: GuardedCall, subject?: OwnedSubject): Role | null {
  const roles: readonly Role[] = ['user', 'admin', 'superuser']
  return roles.find((role) => may({ kind: 'user', userId: 0, role }, call, subject)) ?? null
}

/** Returns true if the present user or display may do a call, to the subject if one is given. */
export type May = (call: GuardedCall, subject?: OwnedSubject) => boolean

/**
 * Returns the check behind every button: it answers as the server's guard does. Until the user or display is read, it
 * answers false.
 */
export function useMay(): May {
  const isDisplay = useIsDisplay()
  const { data: user } = useQuery({ ...userQuery, enabled: !isDisplay })
  const { data: kiosk } = useQuery({ ...kioskQuery, enabled: isDisplay })
  return useMemo(() => {
    const party = isDisplay ? kiosk && partyOfKiosk(kiosk) : user && partyOfUser(user)
    return (call, subject) => party !== undefined && may(party, call, subject)
  }, [isDisplay, kiosk, user])
}

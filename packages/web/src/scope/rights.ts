import { partyOfKiosk, partyOfUser } from '@millwatch/contract/party'
import { type GuardedCall, may, type OwnedSubject, type Role } from '@millwatch/domain/identity'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsDisplay } from './display.ts'
import { kioskQuery, userQuery } from './session.ts'

/** Subject of a call about another person than the caller, for rights that depend on the owner. */
export const otherPerson: OwnedSubject = { ownerId: -1 }

/** Returns the lowest role that may make a call, on the subject if one is given; null if no role may. */
export function leastRoleFor(call: GuardedCall, subject?: OwnedSubject): Role | null {
  const roles: readonly Role[] = ['user', 'admin', 'superuser']
  return roles.find((role) => may({ kind: 'user', userId: 0, role }, call, subject)) ?? null
}

/** Check that returns true if the signed-in person or display may make a call, on the subject if one is given. */
export type May = (call: GuardedCall, subject?: OwnedSubject) => boolean

/**
 * Returns a check of the rights of the signed-in person or display, which decides as the server does. It returns false for every
 * call until the person or display is loaded.
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

import type { ActingParty, Role } from '@millwatch/domain/identity'

/** Role of a person in the form of the API: two switches; a superuser has both. */
export interface RoleFlags {
  readonly is_admin: boolean
  readonly is_superuser: boolean
}

/** Converts the two switches of the API into a role; `is_superuser` alone counts as superuser, and neither as user. */
export const roleOf = ({ is_admin, is_superuser }: RoleFlags): Role =>
  is_superuser ? 'superuser' : is_admin ? 'admin' : 'user'

/** Converts a role into the two switches of the API. */
export const flagsOf = (role: Role): RoleFlags => ({ is_admin: role !== 'user', is_superuser: role === 'superuser' })

/** Returns the part of a request to `updateUser` that makes a user an admin, or revokes it. */
export const adminSwitch = (isOn: boolean): Pick<RoleFlags, 'is_admin'> => ({ is_admin: isOn })

/** Returns the part of a request to `updateUser` that makes a user a superuser, or revokes it. */
export const superuserSwitch = (isOn: boolean): Pick<RoleFlags, 'is_superuser'> => ({ is_superuser: isOn })

/** Converts a user of an answer into the party whose rights `may` decides. */
export const partyOfUser = (user: RoleFlags & { readonly id: number }): ActingParty => ({
  kind: 'user',
  userId: user.id,
  role: roleOf(user),
})

/** Converts a kiosk display of an answer into the party whose rights `may` decides. */
export const partyOfKiosk = (kiosk: {
  may_give_reasons: boolean
  may_count_scrap: boolean
  may_set_runs: boolean
}): ActingParty => ({
  kind: 'kiosk',
  grants: {
    mayGiveReasons: kiosk.may_give_reasons,
    mayCountScrap: kiosk.may_count_scrap,
    maySetRuns: kiosk.may_set_runs,
  },
})

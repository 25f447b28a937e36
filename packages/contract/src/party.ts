import type { ActingParty, Role } from '@millwatch/domain/identity'

/** Role of a person in the form of the API, as two switches: a superuser has both, an admin `is_admin` only, a user none. */
export interface RoleFlags {
  readonly is_admin: boolean
  readonly is_superuser: boolean
}

/**
 * Converts the two switches of the API into a role. With `is_superuser` the role is superuser, even without `is_admin`; with
 * neither switch it is user.
 */
export const roleOf = ({ is_admin, is_superuser }: RoleFlags): Role =>
  is_superuser ? 'superuser' : is_admin ? 'admin' : 'user'

/** Converts a role into the two switches of the API: superuser has both, admin `is_admin` only, user none. */
export const flagsOf = (role: Role): RoleFlags => ({ is_admin: role !== 'user', is_superuser: role === 'superuser' })

/** Returns the part of a request to `updateUser` that makes a user an admin (true), or revokes that role (false). */
export const adminSwitch = (isOn: boolean): Pick<RoleFlags, 'is_admin'> => ({ is_admin: isOn })

/** Returns the part of a request to `updateUser` that makes a user a superuser (true), or revokes that role (false). */
export const superuserSwitch = (isOn: boolean): Pick<RoleFlags, 'is_superuser'> => ({ is_superuser: isOn })

/** Converts a user in an answer of the API into the party that `may` takes, with id and role. */
export const partyOfUser = (user: RoleFlags & { readonly id: number }): ActingParty => ({
  kind: 'user',
  userId: user.id,
  role: roleOf(user),
})

/**
 * Converts a kiosk display in an answer of the API into the party that `may` takes, with its rights to give reasons, count scrap
 * and set runs.
 */
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

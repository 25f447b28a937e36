import type { ActingParty, Role } from '@millwatch/domain/identity'

/** Role of a person in the form of the API: two switches. */
export interface RoleFlags {
  readonly is_admin: boolean
  readonly is_superuser: boolean
}

/** Returns the role that the two switches of the API mean. */
export const roleOf = ({ is_admin, is_superuser }: RoleFlags): Role =>
  is_superuser ? 'superuser' : is_admin ? 'admin' : 'user'

/** Returns the two switches of the API for a role. */
export const flagsOf = (role: Role): RoleFlags => ({ is_admin: role !== 'user', is_superuser: role === 'superuser' })

/** Returns the switch that makes or revokes admins, as the call `updateUser` takes it. */
export const adminSwitch = (isOn: boolean): Pick<RoleFlags, 'is_admin'> => ({ is_admin: isOn })

/** Returns the switch that makes or revokes superusers, as the call `updateUser` takes it. */
export const superuserSwitch = (isOn: boolean): Pick<RoleFlags, 'is_superuser'> => ({ is_superuser: isOn })

/** Returns the party that acts for the user of an answer. */
export const partyOfUser = (user: RoleFlags & { readonly id: number }): ActingParty => ({
  kind: 'user',
  userId: user.id,
  role: roleOf(user),
})

/** Returns the party that acts for the kiosk display of an answer. */
export const partyOfKiosk = (kiosk: { may_give_reasons: boolean; may_count_scrap: boolean }): ActingParty => ({
  kind: 'kiosk',
  grants: { mayGiveReasons: kiosk.may_give_reasons, mayCountScrap: kiosk.may_count_scrap },
})

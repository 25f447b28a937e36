import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success, TypedName } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import {
  ClockHours,
  DateLocale,
  Invitation,
  PersonalSettings,
  ShiftColors,
  Theme,
  TimeOfDay,
  Weekdays,
} from '../shapes/user.ts'

const closed = { additionalProperties: false } as const

/**
 * Schema of a member of the company as colleagues see that person. A person invited without a mail who has not accepted yet has
 * the same fields as a member; only a person invited by mail has an instant in `invited_at`.
 */
export const Member = Type.Object({
  id: Id,
  /** Email address; absent for callers who are not admins. */
  username: Type.Optional(Type.String()),
  first_name: Type.String(),
  last_name: Type.String(),
  /** Instant at which the person was added to the company. */
  created_at: Instant,
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  company_id: Id,
  /** Phone number as E.164; null: none. Absent for callers who are not admins. */
  phone: Type.Optional(Nullable(Type.String())),
  /** False: text messages cannot reach the person, who has no phone number. */
  has_phone: Type.Optional(Type.Boolean()),
  /** True: the person has a second factor. Always false for an invited person; absent for callers who are not admins. */
  has_second_factor: Type.Optional(Type.Boolean()),
  /**
   * Instant of the last mail about an invitation that is not accepted yet; null: a member, or a person invited without a mail.
   */
  invited_at: Type.Optional(Nullable(Instant)),
})

export const listUsers = endpoint('GET', '/v0/users', 'users', {
  operation: 'user.list',
  policy: { least: 'user', scope: 'company', rate: 'read', fields: ['email'], listable: false },
  summary: 'The members of the company, by name',
  shapes: { answer: Type.Object({ status: Success, users: Type.Array(Member) }) },
})

/**
 * Adds a regular user to the company. A person unknown to the server becomes a member at once. A known person keeps name and
 * password, and becomes a member on accepting; the answer is the same. Without `password`, where mail is set up, both are invited
 * by mail, and an unknown person chooses a password by the link in it, once and within seven days.
 */
export const createUser = endpoint('POST', '/v0/users', 'users', {
  operation: 'user.create',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, fields: ['email'], listable: false },
  summary: 'Add a team member',
  shapes: {
    body: Type.Object(
      {
        username: Type.String({ maxLength: 254 }),
        first_name: TypedName,
        last_name: TypedName,
        /**
         * Password of the new person; absent: the person is invited by mail and chooses one, which is refused where no mail is
         * set up.
         */
        password: Type.Optional(Type.String({ maxLength: 128 })),
      },
      closed,
    ),
    answer: Type.Object({ status: Success, user: Member }),
  },
})

/**
 * Sends once more the invitation of a person who was invited by mail and has not accepted yet: at most five mails a day, the
 * first included. Links of earlier mails are no longer valid then.
 */
export const inviteUser = endpoint('POST', '/v0/users/:id/invitation', 'users', {
  operation: 'user.invite',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, fields: ['email'], listable: false },
  summary: 'Mail the invitation of a person once more',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, user: Member }) },
})

/**
 * Changes a user; absent fields stay. Only others may change the roles of a person, and only the person may change the other
 * fields. Superuser implies admin, and revoking admin revokes superuser. A new email address needs the current password.
 */
export const updateUser = endpoint('PUT', '/v0/users/:id', 'users', {
  operation: 'user.update',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    owner: 'own_or_admin',
    listable: false,
  },
  summary: 'Change the role of a member, or the own settings',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        is_admin: Type.Optional(Type.Boolean()),
        is_superuser: Type.Optional(Type.Boolean()),
        username: Type.Optional(Type.String({ maxLength: 254 })),
        current_password: Type.Optional(Type.String({ maxLength: 128 })),
        first_name: Type.Optional(TypedName),
        last_name: Type.Optional(TypedName),
        /** Phone number as people in the US write it; null or blank: none. */
        phone: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
        theme: Type.Optional(Theme),
        locale: Type.Optional(DateLocale),
        clock_hours: Type.Optional(ClockHours),
        shiftColors: Type.Optional(Nullable(ShiftColors)),
        default_company_id: Type.Optional(Nullable(Id)),
        weekly_report_enabled: Type.Optional(Type.Boolean()),
        daily_report_days_enabled: Type.Optional(Weekdays),
        report_subject_org_unit_id: Type.Optional(Nullable(Id)),
        /**
         * Alert hours. If one end is set while the other is null, the other becomes 08:00 or 17:00; null for one end clears both.
         */
        alarm_config: Type.Optional(
          Type.Object(
            {
              alerts_enabled_at: Type.Optional(Nullable(TimeOfDay)),
              alerts_disabled_at: Type.Optional(Nullable(TimeOfDay)),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
    /** The changed user; personal settings are present only if the caller is that user. */
    answer: Type.Object({
      status: Success,
      user: Type.Object({ ...Member.properties, ...Type.Partial(PersonalSettings).properties }),
    }),
  },
})

/**
 * Removes a member or invited person from the company: their sessions in the company end, and they leave its groups. The account,
 * and its memberships of other companies, stay.
 */
export const deleteUser = endpoint('DELETE', '/v0/users/:id', 'users', {
  operation: 'user.delete',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Remove a member from the company',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

/**
 * Ends all sessions of a member in this company, on every device and server. Sessions in other companies stay, and the member may
 * sign in again at once. For a person who is only invited it ends nothing.
 */
export const endSessionsOfUser = endpoint('DELETE', '/v0/users/:id/sessions', 'users', {
  operation: 'user.end_sessions',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'End the sessions of a member in the company',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

export const listInvitations = endpoint('GET', '/v0/invitations', 'users', {
  operation: 'invitation.list',
  policy: { least: 'user', scope: 'self', rate: 'read', owner: 'own' },
  summary: 'Companies that wait for the caller to accept',
  shapes: { answer: Type.Object({ status: Success, invitations: Type.Array(Invitation) }) },
})

export const acceptInvitation = endpoint('POST', '/v0/invitations/:id/accept', 'users', {
  operation: 'invitation.accept',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Become a member of the company that asked',
  shapes: {
    params: IdParams,
    answer: Type.Object({ status: Success, company: Type.Object({ id: Id, name: Type.String() }) }),
  },
})

export const declineInvitation = endpoint('DELETE', '/v0/invitations/:id', 'users', {
  operation: 'invitation.decline',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Decline',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

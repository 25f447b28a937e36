import type { Member } from '@millwatch/contract/http/members'
import { flagsOf } from '@millwatch/contract/party'
import type { CurrentUser, Invitation as InvitationShape, PersonalSettings } from '@millwatch/contract/shapes/user'
import { maySee, timeOfDay } from '@millwatch/domain/identity'
import type { Static } from 'typebox'
import type { Actor } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Invitation, type ListedMember, type OwnMembership, presentCompanySettings } from '../identity/index.ts'
import type { Own } from './own.ts'

/**
 * Converts a member or invited person into API form. E-mail address, phone number and second factor are only included for callers
 * who may see e-mail addresses.
 */
export function presentMember(actor: Actor, companyId: number, member: ListedMember): Static<typeof Member> {
  return {
    id: member.id,
    first_name: member.firstName,
    last_name: member.lastName,
    created_at: toIso(member.createdAt),
    company_id: companyId,
    has_phone: member.phone !== null,
    invited_at: member.mailedAt === null ? null : toIso(member.mailedAt),
    ...flagsOf(member.role),
    ...(maySee(actor, 'email')
      ? { username: member.email, phone: member.phone, has_second_factor: member.hasFactor }
      : {}),
  }
}

const timeOrNull = (minutes: number | null) => (minutes === null ? null : timeOfDay(minutes))

function presentSettings(member: OwnMembership): Static<typeof PersonalSettings> {
  return {
    phone: member.phone,
    theme: member.theme,
    shiftColors: member.shiftColors,
    locale: member.locale,
    clock_hours: member.clockHours,
    default_company_id: member.defaultCompanyId,
    weekly_report_enabled: member.weeklyReportEnabled,
    daily_report_days_enabled: [...member.dailyReportDays],
    report_subject_org_unit_id: member.reportOrgUnitId,
    alarm_config: {
      alerts_enabled_at: timeOrNull(member.alertsEnabledMin),
      alerts_disabled_at: timeOrNull(member.alertsDisabledMin),
    },
  }
}

/** Converts the caller's own membership into API form, with the personal settings. */
export function presentOwnMember(member: OwnMembership) {
  return {
    id: member.userId,
    username: member.email,
    first_name: member.firstName,
    last_name: member.lastName,
    created_at: toIso(member.createdAt),
    company_id: member.companyId,
    ...flagsOf(member.role),
    ...presentSettings(member),
  }
}

export function presentInvitation(invitation: Invitation): Static<typeof InvitationShape> {
  return {
    id: invitation.invitationId,
    company_name: invitation.companyName,
    created_at: toIso(invitation.createdAt),
    ...flagsOf(invitation.role),
  }
}

export function presentOwn({ member, companies, invitations }: Own): Static<typeof CurrentUser> {
  return {
    ...presentOwnMember(member),
    company_name: member.companyName,
    company_settings: presentCompanySettings(member),
    root_org_unit_id: member.rootOrgUnitId,
    must_change_password: member.mustChangePassword,
    must_set_up_second_factor: member.mustSetUpFactor,
    companies: companies.map(({ companyId, companyName }) => ({ id: companyId, name: companyName })),
    invitations: invitations.map(presentInvitation),
  }
}

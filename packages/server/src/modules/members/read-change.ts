import type { Body } from '@millwatch/contract/endpoint'
import type { updateUser } from '@millwatch/contract/http/members'
import type { TypedSettings } from './own-settings.ts'

type Requested = Body<typeof updateUser>

/**
 * Reads the role switches from a request to change a member. `hasRoles` is true if the request contains a role switch,
 * `hasSettings` if it contains any other field.
 */
export function readChange({ is_admin: isAdmin, is_superuser: isSuperuser, ...settings }: Requested) {
  return {
    roles: { isAdmin, isSuperuser },
    hasRoles: isAdmin !== undefined || isSuperuser !== undefined,
    hasSettings: Object.keys(settings).length > 0,
  }
}

/** Reads the new e-mail address and the current password from a request; each is undefined when absent. */
export const readAddress = ({ username, current_password: password }: Requested) => ({ username, password })

/** Reads from a request the settings that a person changes for themselves; absent fields are undefined and stay as they are. */
export function readSettings(body: Requested): TypedSettings {
  return {
    firstName: body.first_name,
    lastName: body.last_name,
    phone: body.phone,
    theme: body.theme,
    shiftColors: body.shiftColors,
    locale: body.locale,
    clockHours: body.clock_hours,
    defaultCompanyId: body.default_company_id,
    weeklyReportEnabled: body.weekly_report_enabled,
    dailyReportDays: body.daily_report_days_enabled,
    reportOrgUnitId: body.report_subject_org_unit_id,
    alertsEnabledAt: body.alarm_config?.alerts_enabled_at,
    alertsDisabledAt: body.alarm_config?.alerts_disabled_at,
  }
}

import type { Answer, Body } from '@millwatch/contract/endpoint'
import type { updateUser } from '@millwatch/contract/http/members'
import type { Needs } from '../../platform/calls/needs.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { UserCaller } from '../../platform/http/caller.ts'
import { type SignedInCall, success } from '../../platform/http/route.ts'
import { allow } from '../../platform/policy.ts'
import { memberOf } from './add-member.ts'
import { newAddress } from './change-address.ts'
import { changeRole } from './change-member.ts'
import { changeOwn, type TypedSettings } from './own-settings.ts'
import { presentMember, presentOwnMember } from './present.ts'

type Call = SignedInCall<typeof updateUser, UserCaller>
type Asked = Body<typeof updateUser>

/**
 * Updates the caller's own settings, or the role of another member. 403 for changing one's own role or the settings of
 * others.
 */
export async function updateMember(deps: Needs, call: Call): Promise<Answer<typeof updateUser>> {
  const { params, caller, body } = call
  const { is_admin: isAdmin, is_superuser: isSuperuser, ...settings } = body
  const asksForRole = isAdmin !== undefined || isSuperuser !== undefined
  if (params.id === caller.userId) {
    if (asksForRole) throw new Forbidden('own_role')
    return changeSelf(deps, call)
  }
  const user = await call.inCompany(async (ctx) => {
    // A missing member gives 404 whatever the request changes.
    await memberOf(ctx, params.id)
    allow(ctx.actor, 'user.update', { ownerId: params.id })
    if (Object.keys(settings).length > 0) throw new Forbidden('not_yours')
    return presentMember(ctx.actor, ctx.companyId, await changeRole(ctx, params.id, { isAdmin, isSuperuser }))
  })
  return success({ user })
}

async function changeSelf(deps: Needs, call: Call): Promise<Answer<typeof updateUser>> {
  const { userId } = call.caller
  const email = await newAddress(deps, call.caller, call.body)
  const member = await call.inCompany((ctx) => changeOwn(ctx, userId, { ...settingsOf(call.body), email }))
  return success({ user: presentOwnMember(member) })
}

function settingsOf(body: Asked): TypedSettings {
  return {
    firstName: body.first_name,
    lastName: body.last_name,
    phone: body.phone,
    theme: body.theme,
    shiftColors: body.shiftColors,
    defaultCompanyId: body.default_company_id,
    weeklyReportEnabled: body.weekly_report_enabled,
    dailyReportDays: body.daily_report_days_enabled,
    reportOrgUnitId: body.report_subject_org_unit_id,
    alertsEnabledAt: body.alarm_config?.alerts_enabled_at,
    alertsDisabledAt: body.alarm_config?.alerts_disabled_at,
  }
}

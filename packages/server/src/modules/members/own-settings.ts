import { changedAlertHours, minutesOf } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import {
  deleteInvitationsOf,
  holdOwnMembership,
  type MemberSettings,
  membershipsOf,
  type OwnMembership,
  type Person,
  spendCodesOfUser,
  updateMemberSettings,
  updatePerson,
} from '../identity/index.ts'
import { getOrgUnit } from '../tree/index.ts'
import { requirePersonName } from './add-member.ts'
import { readPhone } from './phone.ts'

/** Personal settings as typed in a request; a field that is absent does not change. */
export interface TypedSettings {
  /** Normalized address; the password was checked. */
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly phone?: string | null | undefined
  readonly theme?: Person['theme'] | undefined
  readonly shiftColors?: Person['shiftColors'] | undefined
  readonly locale?: Person['locale'] | undefined
  readonly clockHours?: Person['clockHours'] | undefined
  readonly defaultCompanyId?: number | null | undefined
  readonly weeklyReportEnabled?: boolean | undefined
  readonly dailyReportDays?: readonly number[] | undefined
  readonly reportOrgUnitId?: number | null | undefined
  /** Time of day as `HH:mm`. */
  readonly alertsEnabledAt?: string | null | undefined
  readonly alertsDisabledAt?: string | null | undefined
}

/**
 * Changes the caller's user account and settings for this company, with audit entry and fact, and returns all of both. Stores
 * nothing if no value differs. A new e-mail address makes reset links and invitations to the old address useless, and the old
 * address gets a mail about it. 400 for invalid values, 404 for a person, company or unit that is not found.
 */
export async function changeOwn(ctx: Ctx, userId: number, typed: TypedSettings): Promise<OwnMembership> {
  const before = await holdOwnMembership(ctx.tx, ctx.companyId, userId)
  if (!before) throw new NotFound()
  const person = personOf(before, typed)
  const settings = settingsOf(before, typed)
  const changed = differences(before, { ...person, ...settings })
  if (Object.keys(changed.after).length === 0) return before
  if (person.defaultCompanyId !== before.defaultCompanyId) await requireMembership(ctx, userId, person.defaultCompanyId)
  if (settings.reportOrgUnitId !== null && 'reportOrgUnitId' in changed.after)
    await getOrgUnit(ctx, settings.reportOrgUnitId)
  await updatePerson(ctx.tx, userId, person)
  await updateMemberSettings(ctx.tx, ctx.companyId, userId, settings)
  if (person.email !== before.email) await leaveAddress(ctx, userId, before.email)
  await recordAudit(ctx, { operation: 'user.update', subject: `user/${userId}`, ...changed })
  await stateFact(ctx, { kind: 'member.changed', userId })
  return { ...before, ...person, ...settings }
}

function personOf(before: OwnMembership, typed: TypedSettings): Person {
  const { firstName, lastName, phone, shiftColors, locale, clockHours, defaultCompanyId } = typed
  return {
    email: typed.email ?? before.email,
    firstName: firstName === undefined ? before.firstName : requirePersonName(firstName, 'first_name'),
    lastName: lastName === undefined ? before.lastName : requirePersonName(lastName, 'last_name'),
    phone: phone === undefined ? before.phone : readPhone(phone ?? ''),
    theme: typed.theme ?? before.theme,
    shiftColors: shiftColors === undefined ? before.shiftColors : shiftColors,
    locale: locale === undefined ? before.locale : locale,
    clockHours: clockHours === undefined ? before.clockHours : clockHours,
    defaultCompanyId: defaultCompanyId === undefined ? before.defaultCompanyId : defaultCompanyId,
  }
}

function settingsOf(before: OwnMembership, typed: TypedSettings): MemberSettings {
  const { reportOrgUnitId, alertsEnabledAt, alertsDisabledAt } = typed
  const hours = changedAlertHours(
    { enabledMin: before.alertsEnabledMin, disabledMin: before.alertsDisabledMin },
    { ...end('enabledMin', alertsEnabledAt), ...end('disabledMin', alertsDisabledAt) },
  )
  return {
    weeklyReportEnabled: typed.weeklyReportEnabled ?? before.weeklyReportEnabled,
    dailyReportDays: typed.dailyReportDays?.toSorted((a, b) => a - b) ?? before.dailyReportDays,
    reportOrgUnitId: reportOrgUnitId === undefined ? before.reportOrgUnitId : reportOrgUnitId,
    alertsEnabledMin: hours.enabledMin,
    alertsDisabledMin: hours.disabledMin,
  }
}

function end<K extends string>(name: K, typed: string | null | undefined): { [Name in K]?: number | null } {
  if (typed === undefined) return {}
  const minutes = typed === null ? null : minutesOf(typed)
  if (typed !== null && minutes === null) throw new Invalid('body/alarm_config is no time of day')
  return { [name]: minutes } as { [Name in K]?: number | null }
}

/**
 * Returns the changed fields with their values before and after, for the audit log. Replaces ids of default companies, which this
 * company must not see, by the words `one` and `another`.
 */
function differences(before: OwnMembership, after: Person & MemberSettings): { before: object; after: object } {
  const names = Object.keys(after) as (keyof typeof after)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const changedFields = (values: Person & MemberSettings, company: string) =>
    Object.fromEntries(changed.map((name) => [name, name === 'defaultCompanyId' ? company : values[name]]))
  return { before: changedFields(before, 'one'), after: changedFields(after, 'another') }
}

async function requireMembership(ctx: Ctx, userId: number, companyId: number | null): Promise<void> {
  if (companyId === null) return
  const memberships = await membershipsOf(ctx.tx, userId)
  if (!memberships.some((membership) => membership.companyId === companyId)) throw new NotFound()
}

/**
 * Makes reset links mailed to the old address useless, deletes the invitations of the person, and mails the old address about the
 * change.
 */
async function leaveAddress(ctx: Ctx, userId: number, address: string): Promise<void> {
  const now = ctx.clock.now()
  await spendCodesOfUser(ctx.tx, userId, ['reset'], now)
  await deleteInvitationsOf(ctx.tx, userId)
  await enqueueMail(ctx.tx, ctx.clock, {
    companyId: null,
    idempotencyKey: `email-changed:${userId}:${now}`,
    recipient: address,
    subject: 'Your Millwatch email address was changed',
    body: 'From now on you sign in with another email address. If this was not you, ask a superuser of your company for help.',
  })
}

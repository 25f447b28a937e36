export { type AlertHours, alertOpening, changedAlertHours, minutesOf, timeOfDay } from './alert-hours.ts'
export { readEmail } from './email.ts'
export { type Locale, locales } from './locales.ts'
export { type ActingParty, isListable, may, maySee, type OwnedSubject, onlyReads, verdictOn } from './may.ts'
export { isOwnWord, LONGEST_PASSWORD, type PasswordFault, type PasswordPolicy, passwordFault } from './password.ts'
export { readPersonName } from './person-name.ts'
export type { Field, GuardedCall, KioskRule, Least, Policy, RateClass, SubjectKind, SubjectSlot } from './policy.ts'
export {
  mayChangeRole,
  mayRemove,
  type Role,
  type RoleBearer,
  type RoleFault,
  type RoleSwitches,
  roleAfter,
} from './roles.ts'

export { type AlertHours, alertOpening, changedAlertHours, minutesOf, timeOfDay } from './alert-hours.ts'
export { fromBase32, toBase32 } from './base32.ts'
export { readEmail } from './email.ts'
export { type Locale, locales } from './locales.ts'
export { type ActingParty, isListable, may, maySee, type OwnedSubject, onlyReads, verdictOn } from './may.ts'
export { isCounterBack, LONGEST_PASSKEY_NAME, MOST_PASSKEYS, readPasskeyName } from './passkey.ts'
export { isOwnWord, LONGEST_PASSWORD, type PasswordFault, type PasswordPolicy, passwordFault } from './password.ts'
export { type NamedPerson, personName, readPersonName } from './person-name.ts'
export type { Field, GuardedCall, KioskRule, Least, Policy, RateClass, SubjectKind, SubjectSlot } from './policy.ts'
export {
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  readTypedCode,
  recoveryCode,
  type TypedCode,
} from './recovery-code.ts'
export {
  mayChangeRole,
  mayRemove,
  type Role,
  type RoleBearer,
  type RoleFault,
  type RoleSwitches,
  roleAfter,
} from './roles.ts'
export {
  acceptedStep,
  inGroups,
  TOTP_SECRET_BYTES,
  TOTP_STEP_MS,
  totpAddress,
  totpCode,
  totpMessage,
  totpStep,
} from './totp.ts'

export { factorKey } from './accept-code.ts'
export { browserIn } from './browser.ts'
export { identityModule } from './calls.ts'
export { announceDeviceAccess, DEVICE_ACCESS_CHANNEL } from './device-access.ts'
export { startForgetting } from './forget.ts'
export { acceptInvitation, declineInvitation } from './invitations.ts'
export { knowBrowser } from './known-browser.ts'
export { createMailDesk } from './mail-desk.ts'
export { type Opened, type Origin, openPersonSession } from './open-session.ts'
export { requireOwnPassword } from './own-password.ts'
export { hashPassword, requireGoodPassword } from './password.ts'
export { createCompany, createUser, type NewCompany, type NewUser } from './people.ts'
export { presentUser } from './present.ts'
export { presentCompanySettings } from './present-company-settings.ts'
export { rotateFactorKey } from './rotate-factor-key.ts'
export { endFactorByOperator, endFactorOfMember } from './second-factor.ts'
export { SecretCache } from './secret-cache.ts'
export { SessionCache } from './session-cache.ts'
export { cookieAgeS } from './session-times.ts'
export { countAttempt, forgiveAttempt, type Tally } from './store-directory-attempts.ts'
export {
  countCodesInCompany,
  findCode,
  insertCode,
  spendCodesInCompany,
  spendCodesOfUser,
  takeCode,
} from './store-directory-codes.ts'
export {
  findCompany,
  foundCompany,
  keepEventsFor,
  listCompanies,
  putUnplacedHorizon,
} from './store-directory-companies.ts'
export {
  type CompanyFields,
  type CompanyRecord,
  companiesToRemove,
  companyRecord,
  companyRecords,
  hasOtherCompany,
  lockCompanyRecord,
  type Removed,
  removeCompany,
  setSuspension,
  writeCompany,
} from './store-directory-company-records.ts'
export {
  companySettingsOf,
  firstWeekdayOf,
  holdCompanySettings,
  settingColumns,
  writeCompanySettings,
} from './store-directory-company-settings.ts'
export {
  deleteInvitation,
  deleteInvitationsOf,
  findOrAddPerson,
  holdInvitation,
  holdInvitations,
  holdMailedInvitation,
  type Invitation,
  insertInvitation,
  invitationsOf,
  markInvitationMailed,
  nextPersonId,
  updateInvitationRole,
} from './store-directory-invitations.ts'
export { listMailOfCompany } from './store-directory-mail.ts'
export {
  endMembership,
  holdRoles,
  isListed,
  type ListedMember,
  listMembers,
  membersByIds,
  updateRole,
} from './store-directory-members.ts'
export {
  insertMembership,
  listMemberships,
  type Membership,
  membershipsOf,
  roleOfMember,
} from './store-directory-memberships.ts'
export {
  companiesWithReportReaders,
  type NotifiedMember,
  notifiedMembers,
  ownReportUnit,
  type ReportReader,
  reportReaders,
} from './store-directory-notified.ts'
export { peopleOfCompany, resetUser } from './store-directory-operating.ts'
export {
  holdOwnMembership,
  type MemberSettings,
  type OwnMembership,
  ownMembership,
  type Person,
  updateMemberSettings,
  updatePerson,
} from './store-directory-people.ts'
export { isInOtherCompany, requireFactor } from './store-directory-second-factor.ts'
export {
  endSessionsOfKiosk,
  endSessionsOfMember,
  type PersonSession,
  stillOpenSessions,
} from './store-directory-sessions.ts'
export {
  findUser,
  findUserByEmail,
  findUserIn,
  insertUser,
  normalEmail,
  proveEmail,
  updatePassword,
} from './store-directory-users.ts'
export type * from './tables.ts'
export { SignInThrottle } from './throttle.ts'
export { hashSecret, newSecret } from './tokens.ts'

/**
 * Directory: the few tables that must be read before the company of a request is known (users, sessions, device keys).
 * No other code reads or writes them. Writes that belong to a larger change take its transaction.
 */
export { type ActorId, actorKey, namesOfActors } from './actor-names.ts'
export {
  findApiKey,
  insertApiKey,
  type ListedApiKey,
  listApiKeys,
  revokeApiKey,
  type StandingApiKey,
  standingApiKey,
  touchApiKey,
} from './api-keys.ts'
export {
  type Counted,
  clearAttempts,
  countAttempt,
  deleteAttemptsBefore,
  forgiveAttempt,
  type Tally,
} from './attempts.ts'
export {
  type Company,
  type CompanyToFound as NewCompany,
  dueCompanies,
  findCompany,
  foundCompany,
  keepEventsFor,
  listCompanies,
  rollupCompanies,
} from './companies.ts'
export {
  type CompanyFields,
  type CompanyRecord,
  companiesToRemove,
  companyRecord,
  companyRecords,
  hasOtherCompany,
  type Removed,
  removeCompany,
  setStanding,
  writeCompany,
} from './company-records.ts'
export {
  announceDeviceAccess,
  changeDeviceKey,
  DEVICE_ACCESS_CHANNEL,
  type DirectoryDevice,
  findDevices,
  insertDevice,
  updateDevice,
} from './devices.ts'
export { allFirmware } from './firmware.ts'
export {
  forgetInstallation,
  forgetPreviousKeys,
  installationSecret,
  noteInstallation,
  readInstallation,
  rotateSigningKey,
  signingKeys,
  takeInstallation,
  writeInstallation,
} from './installation.ts'
export {
  deleteInvitation,
  deleteInvitationsOf,
  findInvitation,
  findOrAddPerson,
  holdInvitation,
  type Invitation,
  insertInvitation,
  invitationsOf,
  joinByInvitation,
  listInvitations,
  nextPersonId,
  updateInvitationRole,
} from './invitations.ts'
export { companyOfKiosk, findKiosk, insertKiosk, type Kiosk, listKiosks, revokeKiosk } from './kiosks.ts'
export {
  deleteMailBefore,
  listMailOfCompany,
  type NewMail,
} from './mail.ts'
export {
  endMembership,
  holdRoles,
  isListed,
  type ListedMember,
  listMembers,
  membersByIds,
  updateRole,
} from './members.ts'
export { insertMembership, listMemberships, type Membership, membershipsOf, roleOfMember } from './memberships.ts'
export {
  type CodeKind,
  deleteCodesBefore,
  findCode,
  giveResetCode,
  insertCode,
  type OneTimeCode,
  spendCodesOfUser,
  takeCode,
  useCode,
} from './one-time-codes.ts'
export { peopleOfCompany, resetUser } from './operating.ts'
export {
  holdOwnMembership,
  type MemberSettings,
  type OwnMembership,
  ownMembership,
  type Person,
  updateMemberSettings,
  updatePerson,
} from './people.ts'
export { askRefresh, REFRESH_CHANNEL } from './refresh.ts'
export {
  deleteSessionsBefore,
  endSession,
  endSessionOfUser,
  endSessionsOfUser,
  findSession,
  holdSession,
  insertSession,
  type KioskSession,
  listSessionsOfUser,
  type NewSession,
  type OpenSession,
  type OwnSession,
  type PersonSession,
  standingSessions,
  touchSession,
} from './sessions.ts'
export {
  type DirectoryUser,
  findUser,
  findUserByEmail,
  holdPasswordHash,
  insertUser,
  isEmailProven,
  normalEmail,
  proveEmail,
  renewPasswordHash,
  replacePasswordHash,
  type UserToAdd as NewUser,
  updatePassword,
} from './users.ts'

/**
 * The directory: the few tables that must be read before a company is known (who signs in, whose device this is). No
 * other place reads or writes them. Writes that belong to a larger change take its transaction.
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
  type Company,
  dueCompanies,
  findCompany,
  foundCompany,
  keepEventsFor,
  listCompanies,
  type NewCompany,
  rollupCompanies,
} from './companies.ts'
export {
  COMPANIES_CHANNEL,
  type CompanyFields,
  type CompanyRecord,
  companiesToRemove,
  companyRecord,
  companyRecords,
  type Removed,
  removeCompany,
  setStanding,
  suspendedCompanies,
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
  installationSecret,
  noteInstallation,
  readInstallation,
  takeInstallation,
  writeInstallation,
} from './installation.ts'
export { companyOfKiosk, findKiosk, insertKiosk, type Kiosk, listKiosks, revokeKiosk } from './kiosks.ts'
export { insertMembership, listMemberships, type Membership, roleOfMember } from './memberships.ts'
export { insertCode } from './one-time-codes.ts'
export {
  deleteSessionsBefore,
  endSession,
  endSessionsOfUser,
  findSession,
  insertSession,
  type NewSession,
  type OpenSession,
  standingSessions,
  touchSession,
} from './sessions.ts'
export { type DirectoryUser, findUserByEmail, insertUser, type NewUser, normalEmail, updatePassword } from './users.ts'

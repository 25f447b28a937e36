/**
 * The directory: the few tables that must be read before a company is known (who signs in, whose device this is). No
 * other place reads or writes them. Writes that belong to a larger change take its transaction.
 */
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
export { type DirectoryDevice, findDevices, insertDevice, updateDevice } from './devices.ts'
export { allFirmware } from './firmware.ts'
export { installationSecret, readInstallation, writeInstallation } from './installation.ts'
export { insertMembership, listMemberships, type Membership, roleOfMember } from './memberships.ts'
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

import { readEmail } from '@millwatch/domain/identity'
import { offeredTimeZones } from '@millwatch/domain/tree'
import type { FirstCompany } from '../../features/identity/first-run.ts'
import type { NewPassword } from '../../features/identity/new-password.ts'

/** Content of the fields of all three steps of the set-up. */
export type Draft = FirstCompany & NewPassword
type Named = Omit<Draft, keyof NewPassword>
type DraftFaults = Partial<Record<keyof Named, string>>

const NAME_BLANK = 'Name cannot be blank'
const isBlank = (text: string): boolean => text.trim() === ''

/** Returns the offered time zones, preceded by that of the browser if it is not among them. */
export function zonesWith(browserZone: string): readonly string[] {
  return offeredTimeZones.includes(browserZone) ? offeredTimeZones : [browserZone, ...offeredTimeZones]
}

export const emptyDraft = (timezone: string): Named => ({
  code: '',
  company_name: '',
  timezone,
  username: '',
  first_name: '',
  last_name: '',
  machine_name: '',
})

/** Returns the messages for blank fields of step 1, by field; a filled field has none. */
export const companyFaults = (draft: Named): DraftFaults => ({
  ...(isBlank(draft.code) && { code: 'Please input the set-up code that the server printed' }),
  ...(isBlank(draft.company_name) && { company_name: NAME_BLANK }),
})

/** Returns the faults of the administrator's fields, by field; empty without a fault. */
export const adminFaults = (draft: Named): DraftFaults => ({
  ...(isBlank(draft.username)
    ? { username: 'Please input an email' }
    : readEmail(draft.username) === null && { username: 'The input is not a valid email' }),
  ...(isBlank(draft.first_name) && { first_name: 'Please input a first name' }),
  ...(isBlank(draft.last_name) && { last_name: 'Please input a last name' }),
})

export const machineFaults = (draft: Named): DraftFaults =>
  isBlank(draft.machine_name) ? { machine_name: NAME_BLANK } : {}

import { readEmail } from '@millwatch/domain/identity'
import { offeredTimeZones } from '@millwatch/domain/tree'
import type { FirstCompany } from '../../features/identity/first-run.ts'

/** What is typed in the three steps; the password is kept apart, where it is judged. */
export type Draft = Omit<FirstCompany, 'password'>
export type Faults = Partial<Record<keyof Draft, string>>

const NAME_BLANK = 'Name cannot be blank'
const isBlank = (text: string): boolean => text.trim() === ''

/** The zone of this browser first, where it is not among those offered. */
export function zonesWith(own: string): readonly string[] {
  return offeredTimeZones.includes(own) ? offeredTimeZones : [own, ...offeredTimeZones]
}

export const emptyDraft = (timezone: string): Draft => ({
  code: '',
  company_name: '',
  timezone,
  username: '',
  first_name: '',
  last_name: '',
  machine_name: '',
})

/** What is wrong with the company: nothing, or the words under its field. */
export const companyFaults = (draft: Draft): Faults => ({
  ...(isBlank(draft.code) && { code: 'Please input the code that the start printed' }),
  ...(isBlank(draft.company_name) && { company_name: NAME_BLANK }),
})

export const adminFaults = (draft: Draft): Faults => ({
  ...(isBlank(draft.username)
    ? { username: 'Please input an email' }
    : readEmail(draft.username) === null && { username: 'The input is not a valid email' }),
  ...(isBlank(draft.first_name) && { first_name: 'Please input a first name' }),
  ...(isBlank(draft.last_name) && { last_name: 'Please input a last name' }),
})

export const machineFaults = (draft: Draft): Faults => (isBlank(draft.machine_name) ? { machine_name: NAME_BLANK } : {})

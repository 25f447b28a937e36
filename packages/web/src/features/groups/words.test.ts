import { errors } from '@millwatch/contract/errors'
import { expect, it } from 'vitest'
import { NO_PHONE, NO_SMS, notCreated, textLock } from './words.ts'

it('shows the server’s text when it is about the group name', () => {
  const taken = new Error(errors.roster_name_taken.text)
  expect(notCreated(taken)).toBe('There is already a group with this group name')
  expect(notCreated(new Error(errors.internal.text))).toBe('Error creating group')
})

it('offers no text messages without a phone, but lets them be switched off', () => {
  const place = {
    id: 1,
    roster_id: 1,
    user_id: 5,
    send_email: true,
    send_sms: false,
    User: { first_name: '', last_name: '' },
  }
  const person = { id: 5, first_name: 'Eva', last_name: 'Kern', phone: null }
  expect(textLock(place, [person])).toBe(NO_PHONE)
  expect(NO_PHONE).toBe(errors.phone_missing.text)
  expect(textLock({ ...place, send_sms: true }, [person])).toBeUndefined()
  expect(textLock(place, [{ ...person, phone: '+13125550100' }])).toBeUndefined()
  expect(textLock(place, [{ ...person, phone: '+13125550100' }], false)).toBe(NO_SMS)
  expect(textLock({ ...place, send_sms: true }, [person], false)).toBeUndefined()
})

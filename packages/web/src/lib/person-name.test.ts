import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

test('a person without a name has the email address, where the reader may see it', () => {
  const nobody = { first_name: '', last_name: '', username: 'eva@plant.example' }
  expect(personName({ ...nobody, first_name: 'Eva', last_name: 'Kern' })).toBe('Eva Kern')
  expect(personName({ ...nobody, last_name: 'Kern' })).toBe('Kern')
  expect(personName(nobody)).toBe('eva@plant.example')
  expect(personName({ first_name: '', last_name: '', email: 'eva@plant.example' })).toBe('eva@plant.example')
  expect(personName({ ...nobody, username: undefined })).toBe('somebody without a name')
})

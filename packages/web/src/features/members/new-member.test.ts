import { expect, it } from 'vitest'
import { complaintsAbout, fieldOfCode, nobody } from './new-member.ts'

const good = {
  way: 'first' as const,
  username: 'eva@plant.example',
  first_name: 'Eva',
  last_name: 'Kern',
  password: 'lathe-4711',
  confirmation: 'lathe-4711',
}

it('asks for everything, in the words of the specification', () => {
  expect(complaintsAbout(nobody, 'spec')).toEqual({
    username: 'Please input an email',
    first_name: 'Please input a first name',
    last_name: 'Please input a last name',
    password: 'Please input your password',
    confirmation: 'Please confirm your password',
  })
})

it('complains of what is no email and of a confirmation that differs', () => {
  expect(complaintsAbout({ ...good, username: 'eva at plant' }, 'spec')).toEqual({
    username: 'The input is not a valid email',
  })
  expect(complaintsAbout({ ...good, confirmation: 'lathe-4712' }, 'spec')).toEqual({
    confirmation: 'Passwords do not match',
  })
  expect(complaintsAbout(good, 'spec')).toEqual({})
})

it('knows the field of a refusal', () => {
  expect(fieldOfCode.password_weak).toBe('password')
  expect(fieldOfCode.already_member).toBe('username')
  expect(fieldOfCode.internal).toBeUndefined()
})

it('checks a password by the policy of the installation', () => {
  const words = { ...good, password: 'a lathe hums at dawn', confirmation: 'a lathe hums at dawn' }
  expect(complaintsAbout(words, 'spec')).toEqual({
    password: 'Password must be at least 8 characters and contain at least one number',
  })
  expect(complaintsAbout(words, 'nist')).toEqual({})
  expect(complaintsAbout(good, 'nist')).toEqual({ password: 'Password must be at least 12 characters' })
})

it('asks an invited person for no password', () => {
  expect(complaintsAbout({ ...good, way: 'mail', password: '', confirmation: '' }, 'spec')).toEqual({})
  expect(complaintsAbout({ ...nobody, way: 'mail' }, 'spec')).toEqual({
    username: 'Please input an email',
    first_name: 'Please input a first name',
    last_name: 'Please input a last name',
  })
})

import { passwordFault } from '@millwatch/domain/identity'
import { expect, test } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { firstPassword, requireCompanyName } from './found-company.ts'

test('Every first password is one that the product would take', () => {
  for (let i = 0; i < 5000; i++) expect(passwordFault('spec', firstPassword(), 'a@b.example')).toBeNull()
})

test('A company has the names that the contract allows: one character at least is visible', () => {
  expect(requireCompanyName(' Ash works ')).toBe('Ash works')
  for (const name of ['', ' ', '\u2800', 'a\nb', 'a'.repeat(121)])
    expect(() => requireCompanyName(name)).toThrow(StartError)
})

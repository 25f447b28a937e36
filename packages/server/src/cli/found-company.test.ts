import { passwordFault } from '@millwatch/domain/identity'
import { expect, test } from 'vitest'
import { firstPassword } from './found-company.ts'

test('Every first password is one that the product would take', () => {
  for (let i = 0; i < 5000; i++) expect(passwordFault('spec', firstPassword(), 'a@b.example')).toBeNull()
})

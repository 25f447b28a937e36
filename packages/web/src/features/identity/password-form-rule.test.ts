import { describe, expect, it } from 'vitest'
import { maySubmit, whyNot } from './password-form-rule.ts'

describe('the password form', () => {
  it.each([
    ['', '', '', true],
    ['old', '', '', true],
    ['old', 'new', 'new', true],
    ['', 'new', 'new', false],
    ['old', 'new', '', false],
    ['old', '', 'new', false],
    ['old', 'new', 'other', false],
    ['', 'new', '', false],
  ])('with current "%s", new "%s", repeat "%s" can be sent: %s', (current, password, repeat, can) => {
    expect(maySubmit({ current, password, repeat })).toBe(can)
    expect(whyNot({ current, password, repeat }) === undefined).toBe(can)
  })

  it.each([
    ['old', 'new', '', 'Fill in the new password and its repetition.'],
    ['old', '', 'new', 'Fill in the new password and its repetition.'],
    ['', 'new', 'new', 'Fill in the current password.'],
    ['old', 'new', 'other', 'Passwords do not match'],
  ])('with current "%s", new "%s", repeat "%s" says: %s', (current, password, repeat, words) => {
    expect(whyNot({ current, password, repeat })).toBe(words)
  })
})

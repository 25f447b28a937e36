interface PasswordEntries {
  readonly current: string
  readonly password: string
  readonly repeat: string
}

/**
 * Returns whether the form on the Security tab can be submitted: all three fields blank, only the current password
 * filled, or all filled and both new ones equal (specification 2, section 5).
 */
export function maySubmit({ current, password, repeat }: PasswordEntries): boolean {
  if (password === '' && repeat === '') return true
  return current !== '' && password !== '' && password === repeat
}

/** Returns the reason why the form cannot be submitted; undefined when it can. */
export function whyNot({ current, password, repeat }: PasswordEntries): string | undefined {
  if (maySubmit({ current, password, repeat })) return undefined
  if (password === '' || repeat === '') return 'Fill in the new password and its repetition.'
  return password === repeat ? 'Fill in the current password.' : 'Passwords do not match'
}

interface PasswordEntries {
  readonly current: string
  readonly password: string
  readonly repeat: string
}

/**
 * Returns true if the form on the Security tab can be submitted: both new passwords are blank, or all three fields are filled and
 * the new passwords are equal.
 */
export function maySubmit({ current, password, repeat }: PasswordEntries): boolean {
  if (password === '' && repeat === '') return true
  return current !== '' && password !== '' && password === repeat
}

/** Returns the message why the form on the Security tab cannot be submitted; undefined if it can. */
export function whyNot({ current, password, repeat }: PasswordEntries): string | undefined {
  if (maySubmit({ current, password, repeat })) return undefined
  if (password === '' || repeat === '') return 'Fill in the new password and its repetition.'
  return password === repeat ? 'Fill in the current password.' : 'Passwords do not match'
}

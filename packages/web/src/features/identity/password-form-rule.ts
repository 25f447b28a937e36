interface PasswordEntries {
  readonly current: string
  readonly password: string
  readonly repeat: string
}

/**
 * Whether the form on the Security tab can be sent: all three blank, only the current one filled, or all three filled and the
 * new ones equal (specification 2, section 5).
 */
export function maySubmit({ current, password, repeat }: PasswordEntries): boolean {
  if (password === '' && repeat === '') return true
  return current !== '' && password !== '' && password === repeat
}

/** Why not, in words. */
export function whyNot({ current, password, repeat }: PasswordEntries): string | undefined {
  if (maySubmit({ current, password, repeat })) return undefined
  if (password === '' || repeat === '') return 'Fill in the new password and its repetition.'
  return password === repeat ? 'Fill in the current password.' : 'Passwords do not match'
}

import { personName as personNameOf } from '@millwatch/domain/identity'

/** Person of an answer; some answers name the email address `email`. It is absent or null if the reader may not see it. */
interface Named {
  readonly first_name: string
  readonly last_name: string
  readonly username?: string | null | undefined
  readonly email?: string | undefined
}

/**
 * Returns the first and last name of a person; without a name the email address, or `somebody without a name` if the reader may
 * not see that.
 */
export const personName = ({ first_name, last_name, username, email }: Named): string =>
  personNameOf({ firstName: first_name, lastName: last_name, email: username ?? email })

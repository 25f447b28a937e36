interface Named {
  readonly first_name: string
  readonly last_name: string
  /** Email address; absent or null if the reader may not see it. */
  readonly username?: string | null | undefined
}

/** Returns the name of a person; without one the email address, or an empty text if the reader may not see it. */
export const personName = ({ first_name, last_name, username }: Named): string =>
  `${first_name} ${last_name}`.trim() || (username ?? '')

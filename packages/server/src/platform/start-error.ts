/** Error that the person who starts the program can fix. The program prints its text without a stack and ends. */
export class StartError extends Error {
  constructor(text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
  }
}

/**
 * Returns the message of an error. For an aggregate error without a message, returns the messages of its errors, joined by `; `.
 * Any other value is returned as text.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

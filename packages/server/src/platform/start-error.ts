/** Error that the person who starts the program can fix. The program prints its text without a stack and ends. */
export class StartError extends Error {
  constructor(text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
  }
}

/** Returns the message of an error; of an aggregate without one, those of its errors; of any other value, the value as text. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Writes a failure that the person need not know about to the browser's console. */
export function logFailure(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log is where such things belong
  console.warn(message, error)
}

/** Logs a failure that does not affect the user to the browser's console. */
export function logFailure(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log is where such things belong
  console.warn(message, error)
}

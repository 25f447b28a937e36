/** Says in the browser's log what failed without anybody missing anything. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log is where such things belong
  console.warn(what, error)
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Returns the time in ms of an option such as `90s`, `40m` or `2h`. Throws an error with the name of the option for other texts.
 */
export function durationMs(option: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  if (number === '') throw new Error(`--${option} is a time such as 90s, 40m or 2h`)
  return Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** Way in which a person reads dates and times. */
export interface DateStyle {
  /** Locale (BCP 47) such as `de-DE`; null: no choice, so that of the browser, and American English in mails. */
  readonly locale: string | null
  /** Hours of the clock; null: those of the locale. */
  readonly clockHours: 12 | 24 | null
}

const CLOCKS = { 12: { hour12: true }, 24: { hourCycle: 'h23' } } as const

/**
 * Returns the options for the hour of a clock: with 12 or 24 hours as chosen, else as in the locale. The hour of a 24-hour clock
 * has two digits, as in `09:05`.
 */
export function clockOptions({ locale, clockHours }: DateStyle): Intl.DateTimeFormatOptions {
  const clock = clockHours === null ? {} : CLOCKS[clockHours]
  const { hour12 } = new Intl.DateTimeFormat(locale ?? undefined, { hour: 'numeric', ...clock }).resolvedOptions()
  return { ...clock, hour: hour12 === true ? 'numeric' : '2-digit' }
}

/** Returns an instant (epoch ms) with year and zone for a mail: `11/21/2026 10:42 AM (Europe/Berlin)` for en-US. */
export function dateInMail(at: number, timeZone: string, { locale, clockHours }: DateStyle): string {
  const style = { locale: locale ?? 'en-US', clockHours }
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(style.locale, { ...options, timeZone }).format(at).replaceAll('\u202f', ' ')
  const time = write({ minute: '2-digit', ...clockOptions(style) })
  return `${write({ year: 'numeric', month: 'numeric', day: 'numeric' })} ${time} (${timeZone})`
}

/** Returns the time of day of an instant (epoch ms) for a mail, without date and zone: `4:15 PM` for en-US. */
export function timeInMail(at: number, timeZone: string, { locale, clockHours }: DateStyle): string {
  const style = { locale: locale ?? 'en-US', clockHours }
  const options = { minute: '2-digit', ...clockOptions(style), timeZone } as const
  return new Intl.DateTimeFormat(style.locale, options).format(at).replaceAll('\u202f', ' ')
}

/**
 * Returns the local day of an instant (epoch ms) for a mail: `Saturday 11/21/2026` for en-US. The weekday is English, as mails
 * are.
 */
export function dayInMail(at: number, timeZone: string, { locale }: DateStyle): string {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(at)
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone } as const
  return `${weekday} ${new Intl.DateTimeFormat(locale ?? 'en-US', options).format(at)}`
}

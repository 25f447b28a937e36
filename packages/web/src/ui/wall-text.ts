type Wall = Temporal.PlainDateTime

export const NO_MOMENT = 'Enter a day as 2026-11-21, or with its time as 2026-11-21 08:30'
export const NO_DAY = 'Enter a day as 2026-11-21'

/** Returns the local time of a text `2026-11-21 08:30`, or of a date alone (at `timeOfDate`); null for any other text. */
export function wallFromText(text: string, timeOfDate: Temporal.PlainTime): Wall | null {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim()) ?? []
  try {
    return date === undefined ? null : Temporal.PlainDateTime.from(`${date}T${time ?? timeOfDate.toString()}`)
  } catch {
    return null
  }
}

/** Returns a local time as text, `2026-11-21 08:30`. */
export const textOfWall = (wall: Wall): string =>
  `${wall.toPlainDate().toString()} ${wall.toPlainTime().toString({ smallestUnit: 'minute' })}`

interface MomentLimits {
  /** Last day that can be entered, as `2026-11-21`. */
  readonly lastDay: string
  /** False if the field is for a day without a time. */
  readonly hasTime?: boolean
}

/**
 * Returns the fault of a text in a field for a day, or a day and a time, in words: that it is no such text, or a day after the
 * last one. Undefined for a right or blank text.
 */
export function momentFault(text: string, { lastDay, hasTime = true }: MomentLimits): string | undefined {
  if (text.trim() === '') return undefined
  const wall = momentOf(text, hasTime)
  if (wall === null) return hasTime ? NO_MOMENT : NO_DAY
  return wall.toPlainDate().toString() > lastDay ? `Choose a day until ${lastDay}` : undefined
}

/**
 * Returns the local time of the text of a field for a day, or (`hasTime`) for a day and a time. A day alone begins at
 * `timeOfDate` (00:00). Null for any other text, and without `hasTime` for a text with a time.
 */
export const momentOf = (text: string, hasTime: boolean, timeOfDate = Temporal.PlainTime.from('00:00')): Wall | null =>
  !hasTime && text.includes(':') ? null : wallFromText(text, timeOfDate)

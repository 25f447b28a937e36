type Wall = Temporal.PlainDateTime

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

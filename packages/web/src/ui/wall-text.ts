type Wall = Temporal.PlainDateTime

/** Parses `2026-11-21 08:30`, or the date alone; null for any other text. */
export function wallFromText(text: string): Wall | null {
  const [, date, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim()) ?? []
  try {
    return date === undefined ? null : Temporal.PlainDateTime.from(`${date}T${time}`)
  } catch {
    return null
  }
}

/** Returns a local time as `2026-11-21 08:30`. */
export const textOfWall = (wall: Wall): string =>
  `${wall.toPlainDate().toString()} ${wall.toPlainTime().toString({ smallestUnit: 'minute' })}`

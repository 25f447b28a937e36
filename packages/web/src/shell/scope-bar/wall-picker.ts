import generatePicker from 'antd/es/date-picker/generatePicker'

type Wall = Temporal.PlainDateTime
type Config = Parameters<typeof generatePicker<Wall>>[0]

const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (value: number): string => String(value).padStart(2, '0')

/** Values for the letters of a date format, as far as the picker uses them. */
const parts: Readonly<Record<string, (wall: Wall) => string>> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  MMM: ({ month }) => months[month - 1] ?? '',
  MM: ({ month }) => two(month),
  DD: ({ day }) => two(day),
  D: ({ day }) => String(day),
  HH: ({ hour }) => two(hour),
  mm: ({ minute }) => two(minute),
  ss: ({ second }) => two(second),
}

const format = (wall: Wall, wanted: string): string =>
  wanted.replace(/YYYY|MMM|MM|DD|D|HH|mm|ss/g, (part) => parts[part]?.(wall) ?? part)

/** Parses `2026-11-21 08:30`, or the date alone; null for any other text. */
export function wallFromText(text: string): Wall | null {
  const [, date, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim()) ?? []
  try {
    return date === undefined ? null : Temporal.PlainDateTime.from(`${date}T${time}`)
  } catch {
    return null
  }
}

/** Returns the Sunday before or on a day. */
const weekStart = (wall: Wall): Wall => wall.subtract({ days: wall.dayOfWeek % 7 })

/** Returns the week of the year, counted from the Sunday before or on January 1st. */
const weekOfYear = (wall: Wall): number => {
  const first = weekStart(wall.with({ month: 1, day: 1 }))
  return Math.floor(first.toPlainDate().until(wall.toPlainDate(), { largestUnit: 'day' }).days / 7) + 1
}

/** Returns the date arithmetic for the component library's picker: local times without a zone. */
const wallConfig = (getNow: () => Wall): Config => ({
  getNow,
  getFixedDate: (text) => Temporal.PlainDateTime.from(text),
  getEndDate: (wall) => wall.add({ months: 1 }).with({ day: 1 }).subtract({ days: 1 }),
  getWeekDay: (wall) => wall.dayOfWeek % 7,
  getYear: (wall) => wall.year,
  getMonth: (wall) => wall.month - 1,
  getDate: (wall) => wall.day,
  getHour: (wall) => wall.hour,
  getMinute: (wall) => wall.minute,
  getSecond: (wall) => wall.second,
  getMillisecond: (wall) => wall.millisecond,
  addYear: (wall, years) => wall.add({ years }),
  addMonth: (wall, more) => wall.add({ months: more }),
  addDate: (wall, days) => wall.add({ days }),
  setYear: (wall, year) => wall.with({ year }),
  setMonth: (wall, month) => wall.with({ month: month + 1 }),
  setDate: (wall, day) => wall.with({ day: 1 }).add({ days: day - 1 }),
  setHour: (wall, hour) => wall.with({ hour }),
  setMinute: (wall, minute) => wall.with({ minute }),
  setSecond: (wall, second) => wall.with({ second }),
  setMillisecond: (wall, millisecond) => wall.with({ millisecond }),
  isAfter: (a, b) => Temporal.PlainDateTime.compare(a, b) > 0,
  isValidate: (wall) => wall instanceof Temporal.PlainDateTime,
  locale: {
    getWeekFirstDay: () => 0,
    getWeekFirstDate: (_, wall) => weekStart(wall),
    getWeek: (_, wall) => weekOfYear(wall),
    format: (_, wall, wanted) => format(wall, wanted),
    parse: (_, text) => wallFromText(text),
    getShortWeekDays: () => weekdays,
    getShortMonths: () => months,
  },
})

/** Returns the component library's picker for local times; `getNow` returns the current local time. */
export const wallPicker = (getNow: () => Wall): ReturnType<typeof generatePicker<Wall>> =>
  generatePicker<Wall>(wallConfig(getNow))

import { DAY_S, HOUR_S } from '@millwatch/domain/time'

const HALF_DAY_S = 12 * HOUR_S

const pad = (value: number): string => String(value).padStart(2, '0')

/** Returns seconds after midnight as `06:00`, without seconds; 86,400 is `24:00`. */
export const clockText = (second: number): string =>
  `${pad(Math.floor(second / HOUR_S))}:${pad(Math.floor(second / 60) % 60)}`

/**
 * Returns the seconds after midnight of a time of day such as `6`, `6:30`, `0630`, `6.30 pm` or `24:00`; null when the text
 * is not a time of day.
 */
export function secondOfText(text: string): number | null {
  const [, hour = '', minute = '0', half = ''] =
    /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*([ap])?\.?m?\.?\s*$/i.exec(text) ?? []
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (hour === '' || minutes > 59) return null
  if (half !== '' && (hours < 1 || hours > 12)) return null
  const onDial = (half === '' ? hours : hours % 12) * HOUR_S + minutes * 60
  const second = /p/i.test(half) ? onDial + HALF_DAY_S : onDial
  return second > DAY_S ? null : second
}

import { auditFieldWords } from '@millwatch/domain/audit'
import { settingOf, settingText } from './setting-text.ts'

/** Change of one field: its label, and its values before and after as text. */
export interface Change {
  readonly field: string
  /** Undefined when the field did not exist before or after. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Formats an instant in the reader's time zone. */
type FormatInstant = (at: number) => string

/** Returns true for a number in a field whose name ends like an instant: `expiresAt`, `started_at`. */
const isInstant = (field: string, value: unknown): value is number =>
  typeof value === 'number' && /(_at|At)$/.test(field)

const timeText = (s: number): string =>
  `${String(Math.floor(s / 3600)).padStart(2, '0')}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}`

/** Returns a range of a day of a schedule (seconds from and to, shift) as text; undefined for any other value. */
function rangeText(field: string, part: unknown): string | undefined {
  if (!/^\d$/.test(field) || !Array.isArray(part) || part.length !== 3) return undefined
  const [from, to, shift] = part as [number, number, number]
  return `${timeText(from)} – ${timeText(to)} shift ${shift}`
}

/**
 * Returns a value as text: strings without quotes, instants formatted, true and false as yes and no, lists and objects as their
 * parts (`Cycles 18, Only scheduled time yes`), empty ones and null as none.
 */
function valueText(field: string, value: unknown, formatInstant: FormatInstant): string | undefined {
  if (value === undefined) return undefined
  if (isInstant(field, value)) return formatInstant(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  const partText = (name: string, part: unknown) => valueText(name, part, formatInstant) ?? 'none'
  const parts = Array.isArray(value)
    ? value.map(
        (part) =>
          rangeText(field, part) ?? (Array.isArray(part) ? `(${partText(field, part)})` : partText(field, part)),
      )
    : Object.entries(value ?? {}).map(([name, part]) => `${wordsOf(name, field)} ${partText(name, part)}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/**
 * Returns the words for a field, or for a field within `parent`. A field that has none, of an entry of another version, is split:
 * `mayBeNew` and `may_be_new` become `may be new`.
 */
const wordsOf = (field: string, parent?: string): string =>
  auditFieldWords(field, parent) ?? field.replaceAll('_', ' ').replace(/[A-Z]/g, (big) => ` ${big.toLowerCase()}`)

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return isRecord(value) ? value : { value }
}

interface ChangedSubject {
  /** Changed thing as kind and id: `equipment/17`. */
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Returns the fields whose values, as text, differ before and after an audit entry. Settings of a machine have the
 * label and unit of their form. If the entry has values of both sides, fields that are only in the older one count as
 * unchanged.
 */
export function changesOf({ subject, before, after }: ChangedSubject, formatInstant: FormatInstant): Change[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)]
  // An entry of a change may have whole settings before and only what changed after: the others stayed.
  const isChange = isRecord(before) && isRecord(after)
  return [...new Set([...(isChange ? [] : Object.keys(oldFields)), ...Object.keys(newFields)])]
    .map((field) => {
      const setting = settingOf(subject, field)
      const textOf = (value: unknown) =>
        (setting && settingText(setting, value)) ?? valueText(field, value, formatInstant)
      return {
        field: setting?.label ?? wordsOf(field),
        before: textOf(oldFields[field]),
        after: textOf(newFields[field]),
      }
    })
    .filter((change) => change.before !== change.after)
}

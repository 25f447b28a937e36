import { auditFieldWords, kindInField } from '@millwatch/domain/audit'
import type { AuditEntry } from './queries.ts'
import { settingOf, settingText } from './setting-text.ts'

/** Change of one field: its label, and its values before and after as text. */
export interface Change {
  readonly field: string
  /** Value before the change as text; undefined if the field did not exist. The same for `after`. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Format of instants and names of ids, with which values become text. */
interface Reader {
  /** Function that formats an instant (epoch ms) in the reader's time zone. */
  readonly formatInstant: (at: number) => string
  /** Present names of subjects by `kind/id`, and if the subject was removed. */
  readonly names: AuditEntry['names']
}

/**
 * Returns the name behind an id in a field: `Rockford`, `Rockford (removed)`, or the number with `(removed)` if no name is known.
 * Undefined for a field that has no id, and for a value that is no number.
 */
function nameText(value: unknown, names: AuditEntry['names'], field: string, parent?: string): string | undefined {
  const kind = kindInField(field, parent)
  if (kind === undefined || typeof value !== 'number') return undefined
  const named = names[`${kind}/${value}`]
  return named === undefined ? `${value} (removed)` : `${named.name}${named.removed ? ' (removed)' : ''}`
}

/** Returns true for a number in a field whose name ends with `At` or `_at`: `expiresAt`, `started_at`. */
const isInstant = (field: string, value: unknown): value is number =>
  typeof value === 'number' && /(_at|At)$/.test(field)

const timeText = (s: number): string =>
  `${String(Math.floor(s / 3600)).padStart(2, '0')}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}`

/**
 * Returns a range of a schedule's day, `[from, to, shift]` with seconds after midnight, as `06:00 – 14:30 shift 1`. Undefined for
 * any other value or a field whose name is no digit.
 */
function rangeText(field: string, part: unknown): string | undefined {
  if (!/^\d$/.test(field) || !Array.isArray(part) || part.length !== 3) return undefined
  const [from, to, shift] = part as [number, number, number]
  return `${timeText(from)} – ${timeText(to)} shift ${shift}`
}

/**
 * Returns a value as text: an id as its name, strings without quotes, instants formatted, true and false as `yes` and `no`, lists
 * and objects as their parts (`Cycles 18, Only scheduled time yes`), empty ones and null as `none`. Undefined stays undefined.
 */
function valueText(reader: Reader, value: unknown, field: string, parent?: string): string | undefined {
  if (value === undefined) return undefined
  const name = nameText(value, reader.names, field, parent)
  if (name !== undefined) return name
  if (isInstant(field, value)) return reader.formatInstant(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  const partText = (part: unknown, name: string, within?: string) => valueText(reader, part, name, within) ?? 'none'
  const parts = Array.isArray(value)
    ? value.map((part) => {
        const text = rangeText(field, part) ?? partText(part, field, parent)
        return Array.isArray(part) && rangeText(field, part) === undefined ? `(${text})` : text
      })
    : Object.entries(value ?? {}).map(([name, part]) => `${wordsOf(name, field)} ${partText(part, name, field)}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

/**
 * Returns the words for a field, or for a field within `parent`. A field without known words is split at capitals and
 * underscores: `mayBeNew` and `may_be_new` become `may be new`.
 */
const wordsOf = (field: string, parent?: string): string =>
  auditFieldWords(field, parent) ?? field.replaceAll('_', ' ').replace(/[A-Z]/g, (big) => ` ${big.toLowerCase()}`)

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return isRecord(value) ? value : { value }
}

/** Subject of an audit entry, its stored fields before and after, and the names of ids in them. */
type ChangedSubject = Pick<AuditEntry, 'subject' | 'before' | 'after' | 'names'>

/**
 * Returns the fields whose values, as text, differ before and after an audit entry. Settings have the label and unit of their
 * form, ids the names behind them. If the entry has fields both before and after, those that are only before are taken as
 * unchanged and left out.
 */
export function changesOf(
  { subject, before, after, names }: ChangedSubject,
  formatInstant: Reader['formatInstant'],
): Change[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)]
  // An entry of a change may have whole settings before and only what changed after: the others stayed.
  const isChange = isRecord(before) && isRecord(after)
  return [...new Set([...(isChange ? [] : Object.keys(oldFields)), ...Object.keys(newFields)])]
    .map((field) => {
      const setting = settingOf(subject, field)
      const textOf = (value: unknown) =>
        (setting && settingText(setting, value)) ?? valueText({ formatInstant, names }, value, field)
      return {
        field: setting?.label ?? wordsOf(field),
        before: textOf(oldFields[field]),
        after: textOf(newFields[field]),
      }
    })
    .filter((change) => change.before !== change.after)
}

/** Change of one field: its values before and after. */
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

/** Returns a value as text: strings without quotes, instants formatted, everything else as JSON. */
function valueText(field: string, value: unknown, formatInstant: FormatInstant): string | undefined {
  if (value === undefined) return undefined
  if (isInstant(field, value)) return formatInstant(value)
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Splits a field name into words: `mayGiveReasons` and `may_give_reasons` become `may give reasons`. */
const wordsOf = (field: string): string =>
  field.replaceAll('_', ' ').replace(/[A-Z]/g, (big) => ` ${big.toLowerCase()}`)

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return isRecord(value) ? value : { value }
}

/** Returns the fields that an audit entry changed; fields with equal values are left out. */
export function changesOf(
  { before, after }: { before: unknown; after: unknown },
  formatInstant: FormatInstant,
): Change[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])]
    .map((field) => ({
      field: wordsOf(field),
      before: valueText(field, oldFields[field], formatInstant),
      after: valueText(field, newFields[field], formatInstant),
    }))
    .filter((change) => change.before !== change.after)
}

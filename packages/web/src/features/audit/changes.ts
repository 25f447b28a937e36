/** What changed of one field. */
export interface Change {
  readonly field: string
  /** Undefined where there was, or is, nothing. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Instants are told as the reader's place has them. */
type TellInstant = (at: number) => string

/** `expiresAt`, `started_at` */
const isInstant = (field: string, value: unknown): value is number =>
  typeof value === 'number' && /(_at|At)$/.test(field)

/** A value as it is read: texts without quotes, the rest as JSON has it. */
function told(field: string, value: unknown, tell: TellInstant): string | undefined {
  if (value === undefined) return undefined
  if (isInstant(field, value)) return tell(value)
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `mayGiveReasons` and `may_give_reasons` as `may give reasons`. */
const wordsOf = (field: string): string =>
  field.replaceAll('_', ' ').replace(/[A-Z]/g, (big) => ` ${big.toLowerCase()}`)

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return isRecord(value) ? value : { value }
}

/** Field by field what an entry changed; fields that stayed as they were are left out. */
export function changesOf({ before, after }: { before: unknown; after: unknown }, tell: TellInstant): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({
      field: wordsOf(field),
      before: told(field, was[field], tell),
      after: told(field, is[field], tell),
    }))
    .filter((change) => change.before !== change.after)
}

/**
 * Text forms of lists for PostgreSQL (array literals, for `unnest`). They replace the driver's own conversion, which looks at
 * every element and costs several times the insert that uses the list.
 */

/**
 * Returns a PostgreSQL array literal of numbers (int, bigint, smallint, double precision), for `unnest`; null becomes
 * NULL.
 */
export function numberArray(values: readonly (number | null)[]): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) literal += (i ? ',' : '') + (values[i] === null ? 'NULL' : values[i])
  return `${literal}}`
}

/** Returns spans of machines as three arrays for `unnest`: ids of machines, starts and ends (epoch ms). */
export const spanArrays = (
  spans: readonly { readonly equipmentId: number; readonly from: number; readonly to: number }[],
): [string, string, string] => [
  numberArray(spans.map((span) => span.equipmentId)),
  numberArray(spans.map((span) => span.from)),
  numberArray(spans.map((span) => span.to)),
]

export function booleanArray(values: readonly boolean[]): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) literal += (i ? ',' : '') + (values[i] ? 't' : 'f')
  return `${literal}}`
}

const NEEDS_ESCAPE = /["\\]/g

/** Returns a PostgreSQL array literal of texts, or of values of any type in text form; null becomes NULL. */
export function textArray(values: readonly (string | null)[]): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    literal += i ? ',' : ''
    literal += value == null ? 'NULL' : `"${value.replace(NEEDS_ESCAPE, '\\$&')}"`
  }
  return `${literal}}`
}

/**
 * Joins JSON texts by the control character U+001F into one text, which `string_to_array($n, JSON_SEPARATOR)` splits again. JSON
 * never contains this character, so nothing needs escaping.
 */
export const jsonTexts = (values: readonly string[]): string => values.join('\u001f')
export const JSON_SEPARATOR = "E'\\x1f'"

export function byteaArray(values: readonly (Buffer | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"\\\\x${value.toString('hex')}"`)).join(',')}}`
}

/**
 * PostgreSQL array literals, for `unnest`. Written out here because the driver's own conversion looks at every element
 * and costs several times the insert it feeds.
 */

/** Returns a PostgreSQL array literal for int, bigint, smallint or double precision. */
export function numberArray(values: readonly (number | null)[]): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) literal += (i ? ',' : '') + (values[i] === null ? 'NULL' : values[i])
  return `${literal}}`
}

export function booleanArray(values: readonly boolean[]): string {
  let literal = '{'
  for (let i = 0; i < values.length; i++) literal += (i ? ',' : '') + (values[i] ? 't' : 'f')
  return `${literal}}`
}

const NEEDS_ESCAPE = /["\\]/g

/** Returns a PostgreSQL array literal for text, or for any type with a text form. */
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
 * Joins texts of JSON for `string_to_array($n, JSON_SEPARATOR)`. Quotes need no escaping then, and JSON holds no
 * control characters.
 */
export const jsonTexts = (values: readonly string[]): string => values.join('\u001f')
export const JSON_SEPARATOR = "E'\\x1f'"

export function byteaArray(values: readonly (Buffer | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"\\\\x${value.toString('hex')}"`)).join(',')}}`
}

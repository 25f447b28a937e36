/**
 * Returns the doubles of a text that a query packed: their bytes as `float8send`, `point_send` or `lseg_send` write them, joined
 * by `string_agg` and encoded as base64. Null gives an empty array. Reading a hundred thousand rows as rows takes several times
 * as long.
 */
export function doublesIn(packed: string | null): Float64Array {
  if (packed === null) return new Float64Array()
  // The text has line breaks, so it holds fewer bytes than its length says; they are written where an array of doubles may begin.
  const doubles = new Float64Array(Math.ceil(Buffer.byteLength(packed, 'base64') / Float64Array.BYTES_PER_ELEMENT))
  const bytes = Buffer.from(doubles.buffer)
  const length = bytes.write(packed, 'base64')
  // PostgreSQL sends the first byte first.
  bytes.subarray(0, length).swap64()
  return doubles.subarray(0, length / Float64Array.BYTES_PER_ELEMENT)
}

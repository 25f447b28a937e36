/**
 * Returns doubles that a query packed: their bytes as `float8send`, `point_send` or `lseg_send` write them, joined by
 * `string_agg` and written by `encode(..., 'base64')`; none for null. A hundred thousand rows take several times as long to
 * read as rows.
 */
export function doublesIn(packed: string | null): Float64Array {
  const bytes = Buffer.from(packed ?? '', 'base64')
  // PostgreSQL sends the first byte first; a copy begins where an array of doubles may.
  const doubles = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT)
  const copy = Buffer.from(doubles.buffer)
  bytes.copy(copy)
  copy.swap64()
  return doubles
}

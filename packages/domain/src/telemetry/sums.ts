/** Returns the exact sum of whole numbers and the exact sum of their squares; both are 0 for no numbers. */
export function exactSums(values: readonly number[]): { sum: bigint; squares: bigint } {
  let sum = 0
  let squares = 0
  for (const value of values) {
    sum += value
    squares += value * value
  }
  if (squares <= Number.MAX_SAFE_INTEGER) return { sum: BigInt(sum), squares: BigInt(squares) }
  return {
    sum: values.reduce((total, value) => total + BigInt(value), 0n),
    squares: values.reduce((total, value) => total + BigInt(value) ** 2n, 0n),
  }
}

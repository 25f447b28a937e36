/** Formats a count with its noun, which gets an `s` unless the count is 1: `1 machine`, `2 machines`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

import { Invalid } from '../errors.ts'

/** Deepest nesting of a body; a deeper one would exhaust the stack of code that walks through it later. */
const mostLevels = 32

/** Returns true if the database keeps a text unchanged; false for a text with a NUL character or half of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/**
 * Throws `Invalid` with the place of the fault if a JSON value cannot be stored unchanged: a text or a name in it has a NUL
 * character or half of a surrogate pair, or it has more than 32 levels.
 */
export function requireStorable(value: unknown, path = 'body', level = 0): void {
  if (typeof value === 'string' && !isStorable(value))
    throw new Invalid(`${path} holds a character that cannot be kept`)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return
  if (level >= mostLevels) throw new Invalid('body is nested too deeply')
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) throw new Invalid(`${path} holds a name that cannot be kept`)
    requireStorable(part, level === 0 && name.length <= 64 ? `${path}/${name}` : path, level + 1)
  }
}

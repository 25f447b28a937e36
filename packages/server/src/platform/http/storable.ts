import { Invalid } from '../errors.ts'

/** Deepest nesting of a body; deeper ones would exhaust the stack of code that walks through them later. */
const mostLevels = 32

/** Returns false for text that no database keeps unchanged: with NUL, or with half of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/**
 * Throws `Invalid` with the place of the fault if a JSON value cannot be stored unchanged: it has a NUL character or
 * half of a surrogate pair, or more than 32 levels.
 */
export function demandStorable(value: unknown, path = 'body', level = 0): void {
  if (typeof value === 'string' && !isStorable(value))
    throw new Invalid(`${path} holds a character that cannot be kept`)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return
  if (level >= mostLevels) throw new Invalid('body is nested too deeply')
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) throw new Invalid(`${path} holds a name that cannot be kept`)
    demandStorable(part, level === 0 && name.length <= 64 ? `${path}/${name}` : path, level + 1)
  }
}

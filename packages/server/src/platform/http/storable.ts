import { Invalid } from '../errors.ts'

/** No body of ours nests deeper; what does would exhaust the stack of whoever walks through it later. */
const mostLevels = 32

/** What no database keeps as it was sent: NUL, and halves of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Refuses a JSON body that could not be stored as it is, with the place where the fault lies. */
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

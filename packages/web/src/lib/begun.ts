import { monotonicMs } from './clock.ts'

interface Begun {
  readonly at: number
  readonly answer: Promise<unknown>
}

const begun = new Map<string, Begun>()
const underWay = new Set<string>()

const nameOf = (key: readonly unknown[]): string => JSON.stringify(key)

/** What nobody has taken for so long is no news any more. */
const NEWS_MS = 5000

/** Begins a reading before what shows it is drawn: who reads under that key next takes it over. */
export function begin<T>(key: readonly unknown[], read: () => Promise<T>): void {
  const name = nameOf(key)
  const answer = read()
  underWay.add(name)
  const end = (): void => void underWay.delete(name)
  // Who takes it hears why it failed; nobody may.
  answer.then(end, end)
  begun.set(name, { at: monotonicMs(), answer })
}

/** The reading that was begun under that key, once; else one that begins now. */
export function takeBegun<T>(key: readonly unknown[], read: () => Promise<T>): Promise<T> {
  const name = nameOf(key)
  const known = begun.get(name)
  begun.delete(name)
  if (known === undefined || monotonicMs() - known.at > NEWS_MS) return read()
  return known.answer as Promise<T>
}

/** Whether a reading that was begun under that key has not ended yet. */
export const isBegun = (key: readonly unknown[]): boolean => underWay.has(nameOf(key))

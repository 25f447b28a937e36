import { ApiError } from './api.ts'
import { monotonicMs } from './clock.ts'

interface Begun {
  readonly at: number
  readonly answer: Promise<unknown>
}

const begun = new Map<string, Begun>()
const underWay = new Set<string>()

const nameOf = (key: readonly unknown[]): string => JSON.stringify(key)

/** Age from which a reading that `takeBegun` has not taken is not used any more, ms. */
const NEWS_MS = 5000

/**
 * Starts to read data, before the component that shows it is rendered. The next `takeBegun` with an equal key, within 5 s, gets
 * this result, or the error if it comes later. An error that comes before is forgotten, because a page that was refused leads to
 * the sign-in or to a new password, and is allowed when it is opened again. An answer 404 is kept: asking again changes nothing.
 */
export function begin<T>(key: readonly unknown[], read: () => Promise<T>): void {
  const name = nameOf(key)
  const answer = read()
  underWay.add(name)
  const end = (): void => void underWay.delete(name)
  const started = { at: monotonicMs(), answer }
  // Errors are reported to the reader that takes it over, if any.
  answer.then(end, (error: unknown) => {
    end()
    if (error instanceof ApiError && error.status === 404) return
    if (begun.get(name) === started) begun.delete(name)
  })
  begun.set(name, started)
}

/**
 * Returns the result of a `begin` with an equal key in the last 5 s, which only the first call gets; otherwise the result of
 * `read`.
 */
export function takeBegun<T>(key: readonly unknown[], read: () => Promise<T>): Promise<T> {
  const name = nameOf(key)
  const started = begun.get(name)
  begun.delete(name)
  if (started === undefined || monotonicMs() - started.at > NEWS_MS) return read()
  return started.answer as Promise<T>
}

/** Returns true while a reading that `begin` started with an equal key is in progress. */
export const isBegun = (key: readonly unknown[]): boolean => underWay.has(nameOf(key))

/**
 * Returns the instant (`monotonicMs`) at which `begin` started a reading with an equal key that was not taken yet; undefined if
 * there is none.
 */
export const begunAt = (key: readonly unknown[]): number | undefined => begun.get(nameOf(key))?.at

import { useSyncExternalStore } from 'react'

/**
 * Value that parts of this page share, such as the state of the connection. It belongs to the page alone: data of the server are
 * in the query cache, and choices of a person in `scope`.
 */
export class SharedValue<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(first: T) {
    this.#value = first
  }

  readonly get = (): T => this.#value

  /** Sets the value, and calls the listeners unless it is the same one (`Object.is`). */
  readonly set = (next: T): void => {
    if (Object.is(next, this.#value)) return
    this.#value = next
    for (const listener of this.#listeners) listener()
  }

  /** Registers a function that is called after each change. Returns the function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Returns a shared value. The component is rendered again when it changes. */
export const useShared = <T>(shared: SharedValue<T>): T => useSyncExternalStore(shared.subscribe, shared.get)

/**
 * Returns the part of a shared value that `select` gives, for which it must give the same object until that part changes. The
 * component is rendered again when this part changes.
 */
export const useSharedPart = <T, Part>(shared: SharedValue<T>, select: (value: T) => Part): Part =>
  useSyncExternalStore(shared.subscribe, () => select(shared.get()))

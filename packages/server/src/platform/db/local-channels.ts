type OnMessage = (payload: string) => void

/**
 * Channels within this process. `publish` calls the subscribers of a channel before it returns, in the order of their
 * subscription; a subscriber must not throw, because `publish` would throw its error and leave out the rest.
 */
export class LocalChannels {
  readonly #listeners = new Map<string, Set<OnMessage>>()

  listen(channel: string, onMessage: OnMessage): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(onMessage))
    return () => listeners.delete(onMessage)
  }

  publish(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }
}

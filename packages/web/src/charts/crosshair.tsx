import { createContext, use, useState, useSyncExternalStore } from 'react'

/** Instant under the pointer, shared by one chart or by all charts of a page. */
export class Crosshair {
  #at: number | undefined
  readonly #listeners = new Set<() => void>()

  readonly at = (): number | undefined => this.#at

  readonly point = (at: number | undefined): void => {
    if (at === this.#at) return
    this.#at = at
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const Shared = createContext<Crosshair | undefined>(undefined)

/** Gives all charts inside one crosshair: an instant selected in one chart is shown in all of them. */
export function SharedCrosshair({ children }: { children: React.ReactNode }) {
  const [crosshair] = useState(() => new Crosshair())
  return <Shared value={crosshair}>{children}</Shared>
}

/** Returns the crosshair of the page, or one for this chart alone when none is shared. `point` sets its instant. */
export function useCrosshair(): Crosshair {
  const shared = use(Shared)
  const [local] = useState(() => new Crosshair())
  return shared ?? local
}

/**
 * Returns the instant of the crosshair, epoch ms. Only the component that calls this is rendered again when it moves.
 */
export const usePointedAt = (crosshair: Crosshair): number | undefined =>
  useSyncExternalStore(crosshair.subscribe, crosshair.at)

import { createContext, use, useState, useSyncExternalStore } from 'react'

/**
 * Holder of the instant (epoch ms) that the pointer selects in a chart; undefined if it selects none. `point` sets the instant
 * and calls the subscribers when it differs from the one before.
 */
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

/** Component that shares one crosshair among all charts inside: an instant selected in one chart is shown in all of them. */
export function SharedCrosshair({ children }: { children: React.ReactNode }) {
  const [crosshair] = useState(() => new Crosshair())
  return <Shared value={crosshair}>{children}</Shared>
}

/** Returns the crosshair of the `SharedCrosshair` around the component, or without that one of its own. */
export function useCrosshair(): Crosshair {
  const shared = use(Shared)
  const [local] = useState(() => new Crosshair())
  return shared ?? local
}

/**
 * Returns the instant of a crosshair (epoch ms), undefined when none is selected. Each change renders only the calling
 * component again.
 */
export const usePointedAt = (crosshair: Crosshair): number | undefined =>
  useSyncExternalStore(crosshair.subscribe, crosshair.at)

import { createContext, use, useState, useSyncExternalStore } from 'react'

/** The instant pointed at, in one chart or in all of a page. */
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

/** The charts inside share one crosshair: what is pointed at in one, all of them show. */
export function SharedCrosshair({ children }: { children: React.ReactNode }) {
  const [crosshair] = useState(() => new Crosshair())
  return <Shared value={crosshair}>{children}</Shared>
}

/** The crosshair of the page, or of this chart alone where none is shared: `point` says where it stands. */
export function useCrosshair(): Crosshair {
  const shared = use(Shared)
  const [own] = useState(() => new Crosshair())
  return shared ?? own
}

/** Where it stands, epoch ms; asked in what draws it, so that this alone is drawn again. */
export const usePointedAt = (crosshair: Crosshair): number | undefined =>
  useSyncExternalStore(crosshair.subscribe, crosshair.at)

import { createContext, use, useState } from 'react'
import { SharedValue, useShared } from '../lib/shared-value.ts'

/** Instant (epoch ms) that the pointer selects in a chart; undefined if it selects none. */
export type Crosshair = SharedValue<number | undefined>

const newCrosshair = (): Crosshair => new SharedValue<number | undefined>(undefined)

const Shared = createContext<Crosshair | undefined>(undefined)

/** Component that shares one crosshair among all charts inside: an instant selected in one chart is shown in all of them. */
export function SharedCrosshair({ children }: { children: React.ReactNode }) {
  const [crosshair] = useState(newCrosshair)
  return <Shared value={crosshair}>{children}</Shared>
}

/** Returns the crosshair of the `SharedCrosshair` around the component, or without that one of its own. */
export function useCrosshair(): Crosshair {
  const shared = use(Shared)
  const [local] = useState(newCrosshair)
  return shared ?? local
}

/**
 * Returns the instant of a crosshair (epoch ms), undefined when none is selected. Each change renders only the calling
 * component again.
 */
export const usePointedAt = (crosshair: Crosshair): number | undefined => useShared(crosshair)

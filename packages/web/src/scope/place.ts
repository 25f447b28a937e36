import { useEffect } from 'react'
import { create } from 'zustand'

interface Place {
  /** Zone of the unit or machine on screen; the header's clock shows its time. */
  zone: string | undefined
  /** When the shift that is going on there began; undefined where there is none, or nothing says so. */
  shiftStartedAt: number | undefined
}

export const usePlace = create<Place>()(() => ({ zone: undefined, shiftStartedAt: undefined }))

/** Says which zone this page speaks of, and when the shift that is going on there began, where it is a machine's. */
export function usePageZone(zone: string | undefined, shiftStartedAt?: number): void {
  useEffect(() => {
    if (zone !== undefined) usePlace.setState({ zone, shiftStartedAt })
  }, [zone, shiftStartedAt])
}

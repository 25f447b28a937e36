import { useEffect } from 'react'
import { create } from 'zustand'

interface Place {
  /** Zone of the unit or machine on screen; the header's clock shows its time. */
  zone: string | undefined
}

export const usePlace = create<Place>()(() => ({ zone: undefined }))

/** Says which zone this page speaks of. */
export function usePageZone(zone: string | undefined): void {
  useEffect(() => {
    if (zone !== undefined) usePlace.setState({ zone })
  }, [zone])
}

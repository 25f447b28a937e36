import { usePlace } from './place.ts'

/** The zone of what is on screen; UTC until it is known. */
export const useZone = (): string => usePlace((place) => place.zone) ?? 'UTC'

import { usePlace } from './place.ts'

/** Returns the zone of the unit or machine on screen; UTC until it is known. */
export const useZone = (): string => usePlace((place) => place.zone) ?? 'UTC'

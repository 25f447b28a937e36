import { usePlace } from './place.ts'

/** Returns the IANA zone of the unit or machine on screen, else of the last one; UTC until one was loaded. */
export const useZone = (): string => usePlace((place) => place.zone) ?? 'UTC'

import { usePlace } from './place.ts'

/**
 * Returns the IANA zone of the unit or machine on screen, or of the company under `/setup`, else of the page before; UTC until
 * one was loaded.
 */
export const useZone = (): string => usePlace((place) => place.zone) ?? 'UTC'

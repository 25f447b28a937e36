import type { FaultKind } from '../kind.ts'
import { databaseStops } from './database-stops.ts'
import { kills } from './kills.ts'
import { killsAtPoints } from './points.ts'

/** Every kind of fault there is, in the order of the catalogue. */
export const kinds: readonly FaultKind[] = [kills, ...killsAtPoints, ...databaseStops]

import type { Clock } from '../clock.ts'
import { usualTurns } from './limits.ts'
import { FairTurns } from './turns.ts'

/** Returns the turns of a server with two processors, for tests of the router. */
export function freeTurns(clock: Clock): Record<'quick' | 'heavy', FairTurns> {
  const { quick, heavy } = usualTurns(2)
  return { quick: new FairTurns(clock, quick), heavy: new FairTurns(clock, heavy) }
}

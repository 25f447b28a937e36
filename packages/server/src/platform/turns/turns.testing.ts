import type { Clock } from '../clock.ts'
import { usualTurns } from './limits.ts'
import { Turns } from './turns.ts'

/** Returns the turns of a server with two processors, for tests of the router. */
export function freeTurns(clock: Clock): Record<'quick' | 'heavy', Turns> {
  const { quick, heavy } = usualTurns(2)
  return { quick: new Turns(clock, quick), heavy: new Turns(clock, heavy) }
}

/** Limits on the calls of one server that take turns. */
export interface TurnLimits {
  /** Calls that run at the same time. */
  readonly atOnce: number
  /** Calls of one company that run at the same time. */
  readonly ofCompany: number
  /** The same for a company that has used more than `busyAfterMs`. */
  readonly ofBusyCompany: number
  /** Use (ms, see `Use`) above which a company is busy. */
  readonly busyAfterMs: number
  /** Calls of one company that may wait. */
  readonly waitingOfCompany: number
  /** Calls of one person, display or API key that may wait. */
  readonly waitingOfPrincipal: number
}

/** Class of turns: of calls whose work is small, and of calls about long periods or many machines. */
export type TurnClass = 'quick' | 'heavy'

const busyAfterMs = 3000

/**
 * Returns by class how many calls run at the same time, which is also the number of connections of their pool: 10 quick
 * ones; of heavy ones one more than processors, at least 3.
 */
export const callsAtOnce = (processors: number): Readonly<Record<TurnClass, number>> => ({
  quick: 10,
  heavy: Math.max(2, processors) + 1,
})

/**
 * Returns the usual limits for a server with so many processors. The page of a unit sends a few heavy calls together, each
 * of tens of milliseconds, and a wall of fifty displays that opens at once waits but is answered. A company that asks
 * without a pause leaves half of the processors, and most connections, to the others.
 */
export function usualTurns(processors: number): Readonly<Record<TurnClass, TurnLimits>> {
  const { quick, heavy } = callsAtOnce(processors)
  return {
    quick: {
      ...{ atOnce: quick, ofCompany: quick - 2, ofBusyCompany: 4, busyAfterMs },
      ...{ waitingOfCompany: 3000, waitingOfPrincipal: 1500 },
    },
    heavy: {
      ...{ atOnce: heavy, ofCompany: heavy - 1, ofBusyCompany: Math.max(1, Math.floor(processors / 2)), busyAfterMs },
      ...{ waitingOfCompany: 400, waitingOfPrincipal: 60 },
    },
  }
}

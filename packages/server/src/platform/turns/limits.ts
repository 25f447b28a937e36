/** Limits on the calls of one server that wait for their turn and run in it. */
export interface TurnLimits {
  /** Largest number of calls that run at the same time. */
  readonly atOnce: number
  /** Largest number of calls of one company that run at the same time. */
  readonly ofCompany: number
  /** Largest number of calls of a busy company that run at the same time. */
  readonly ofBusyCompany: number
  /** Time used lately (ms, see `usedAt`) above which a company is busy. */
  readonly busyAfterMs: number
  /** Largest number of calls of one company that may wait. */
  readonly waitingOfCompany: number
  /** Largest number of calls of one person, display or API key that may wait. */
  readonly waitingOfPrincipal: number
}

/** Class of turns: `quick` for calls with little work, `heavy` for calls about long periods or many machines. */
export type TurnClass = 'quick' | 'heavy'

const busyAfterMs = 3000

/**
 * Returns the number of calls of each class that run at the same time, which is also the number of connections of their pool: 10
 * quick calls, and one heavy call more than there are `processors`, but at least 3.
 */
export const callsAtOnce = (processors: number): Readonly<Record<TurnClass, number>> => ({
  quick: 10,
  heavy: Math.max(2, processors) + 1,
})

/**
 * Returns the usual limits by class for a server with so many processors. They let the page of a unit send a few heavy calls
 * together, each of tens of milliseconds, and let fifty displays that open at once wait until they are answered. A company that
 * sends calls without a pause leaves half of the processors, and most connections, to the others.
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

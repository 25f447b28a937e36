import { readFileSync } from 'node:fs'

/** Units of the system's account of processor time in a second; Linux has the same number everywhere. */
const UNITS_PER_S = 100

/**
 * Returns the processor time of all processes that this one started and that have ended, with those that they started, s.
 * Undefined where the system has no such account (only Linux has).
 */
function processorSeconds(): number | undefined {
  try {
    return secondsIn(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns the processor time (s) of the ended children of a process, from the text of its `/proc/PID/stat`; undefined
 * if the text has none.
 */
export function secondsIn(stat: string): number | undefined {
  // The name of the program is in brackets, and may contain spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[13], fields[14]].map(Number)
  const seconds = ((user ?? Number.NaN) + (system ?? Number.NaN)) / UNITS_PER_S
  return Number.isNaN(seconds) ? undefined : seconds
}

/**
 * Runs `work`, and returns its result with a text about the time that it took: `312 s, 455 s of processor time`;
 * without the processor time where the system does not tell it.
 */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: string }> {
  const [beganAt, before] = [performance.now(), processorSeconds()]
  const result = await work()
  const after = processorSeconds()
  const took = `${Math.round((performance.now() - beganAt) / 1000)} s`
  if (before === undefined || after === undefined) return { result, took }
  return { result, took: `${took}, ${Math.round(after - before)} s of processor time` }
}

import { readFileSync } from 'node:fs'

/** Units per second in which the system states processor time; Linux uses the same number everywhere. */
const UNITS_PER_S = 100

/**
 * Returns the processor time in s of all processes that this process started and that have ended, with the processes that they
 * started. Undefined if the system does not state it (only Linux does).
 */
function processorSeconds(): number | undefined {
  try {
    return secondsIn(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns the processor time in s of the ended children of a process, from the text of its `/proc/PID/stat`; undefined if the
 * text does not contain it.
 */
export function secondsIn(stat: string): number | undefined {
  // The name of the program is in brackets, and may contain spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[13], fields[14]].map(Number)
  const seconds = ((user ?? Number.NaN) + (system ?? Number.NaN)) / UNITS_PER_S
  return Number.isNaN(seconds) ? undefined : seconds
}

/**
 * Runs `work`, and returns its result with a text about the time that it took: `312 s, 455 s of processor time`. The processor
 * time is left out if the system does not state it.
 */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: string }> {
  const [beganAt, before] = [performance.now(), processorSeconds()]
  const result = await work()
  const after = processorSeconds()
  const took = `${Math.round((performance.now() - beganAt) / 1000)} s`
  if (before === undefined || after === undefined) return { result, took }
  return { result, took: `${took}, ${Math.round(after - before)} s of processor time` }
}

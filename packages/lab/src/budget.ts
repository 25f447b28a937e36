/**
 * Seconds that one file of the long suite may take for its cases, 7 unless LONG_SECONDS is set. 0 means all cases without a limit
 * of time, as in `LONG_SECONDS=0 npm run test:long`.
 */
const longSeconds = Number(process.env.LONG_SECONDS ?? 7)
export const isWhole = longSeconds === 0

interface Cases {
  /** Printed with the number of cases that were run. */
  readonly title: string
  /** Number of cases of a whole run. */
  readonly whole: number
  /** Number of cases of one call of `run`. */
  readonly share: number
  /** Number of properties in the file that divide its time equally; 1 unless given. */
  readonly properties?: number
  /** Runs `count` cases, after `first` cases that ran in earlier calls. */
  readonly run: (count: number, first: number) => Promise<unknown> | unknown
}

/**
 * Calls `run` for `share` cases at a time until all `whole` cases are done or the time of the file, divided by `properties`, is
 * over. At least one share runs, and in a whole run all cases. Prints and returns the number of cases that ran.
 */
export async function coverCases({ title, whole, share, properties = 1, run }: Cases): Promise<number> {
  const seconds = isWhole ? Number.POSITIVE_INFINITY : longSeconds / properties
  const beganAt = performance.now()
  let done = 0
  do {
    const count = Math.min(share, whole - done)
    await run(count, done)
    done += count
  } while (done < whole && performance.now() - beganAt < seconds * 1000)
  process.stdout.write(`${title}: ${done} of ${whole} cases\n`)
  return done
}

/**
 * Returns `count` different items of a list, drawn at random in random order. Returns a copy of the whole list in its order in a
 * whole run; a list not longer than `count` comes back complete.
 */
export function someOf<T>(list: readonly T[], count: number): T[] {
  if (isWhole) return [...list]
  const rest = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  ).flat()
}

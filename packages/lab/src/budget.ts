/**
 * Seconds that one file of the long suite may take for its cases. `npm run test:whole` sets LONG_SECONDS=0: all of them,
 * however long they take.
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
  /** Number of properties in the file, which divide its time. */
  readonly properties?: number
  /** Runs `count` cases; `first` counts those that ran before. */
  readonly run: (count: number, first: number) => Promise<unknown> | unknown
}

/**
 * Runs `share` cases after `share` cases until all `whole` are done or the time for them is over: at least one share,
 * and in a whole run all. Prints and returns the number of cases that ran.
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
 * Returns `count` items of a list, drawn at random, each at most once; the whole list if it is shorter, or in a whole
 * run.
 */
export function someOf<T>(list: readonly T[], count: number): T[] {
  if (isWhole) return [...list]
  const rest = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  ).flat()
}

/** Reads figures from answers by the places of a table, and compares those that must be equal. */
import type { FigureChoice, FigurePlace, FigureTable } from './one-value-places.ts'

/** Answers of calls by name; an answer that was not requested is absent. */
export type Answers = Readonly<Record<string, unknown>>

export interface Compared {
  /** Number of values that were compared with another value. */
  readonly values: number
  readonly differences: readonly string[]
}

interface Found {
  readonly place: string
  readonly values: readonly unknown[]
}

const nothing: Compared = { values: 0, differences: [] }

/**
 * Compares each figure of the table over all answers that contain it: each further place must equal the first. `reading` selects
 * the places: one with a condition counts only if it holds for `reading`. Returns the number of values and a line for each place
 * that differs; a figure with a single place adds none.
 */
export function compareAnswers(table: FigureTable, answers: Answers, reading: FigureChoice): Compared {
  const each = Object.entries(table).map(([figure, places]) => {
    const [first, ...others] = placesIn(places, answers, reading).map((place) => found(place, answers))
    return first === undefined ? nothing : together(others.map((other) => compare(figure, first, other)))
  })
  return together(each)
}

/**
 * Compares, for every figure of the table, its value in each API answer that contains it with its value in the same answer
 * requested earlier. An answer that was not given both times is left out. Returns the number of values and a line for each
 * difference; `reading` selects the places, as in `compareAnswers`.
 */
export function compareWithEarlier(
  table: FigureTable,
  earlier: Answers,
  later: Answers,
  reading: FigureChoice,
): Compared {
  const each = Object.entries(table).flatMap(([figure, places]) =>
    placesIn(places, earlier, reading).map((place) => {
      if (later[answerOf(place)] === undefined) return nothing
      return compare(figure, found(place, earlier), found(place, later))
    }),
  )
  return together(each)
}

const together = (all: readonly Compared[]): Compared => ({
  values: all.reduce((sum, entry) => sum + entry.values, 0),
  differences: all.flatMap((entry) => entry.differences),
})

function compare(figure: string, entry: Found, other: Found): Compared {
  const length = Math.max(entry.values.length, other.values.length)
  const at = Array.from({ length }, (_, i) => i).find((i) => !isSame(entry.values[i], other.values[i]))
  const words = ({ place, values }: Found) =>
    `${place}${length > 1 ? ` (${at} of ${values.length})` : ''} ${values[at ?? 0]}`
  return { values: length, differences: at === undefined ? [] : [`${figure}: ${words(entry)}; ${words(other)}`] }
}

/**
 * Returns true if two values are equal, or if two numbers differ by at most 1e-9 of the larger (of 1 if both are smaller), as
 * sums of decimals differ in their last digits. Undefined equals nothing, not even undefined.
 */
function isSame(entry: unknown, other: unknown): boolean {
  if (typeof entry !== 'number' || typeof other !== 'number') return entry === other && entry !== undefined
  return Math.abs(entry - other) <= 1e-9 * Math.max(1, Math.abs(entry), Math.abs(other))
}

const answerOf = (place: string): string => place.slice(0, place.indexOf(' '))

function placesIn(places: readonly FigurePlace[], answers: Answers, reading: FigureChoice): string[] {
  return places
    .filter((entry) => typeof entry === 'string' || entry.when(reading))
    .map((entry) => (typeof entry === 'string' ? entry : entry.place))
    .filter((place) => answers[answerOf(place)] !== undefined)
}

function found(place: string, answers: Answers): Found {
  const [answer = '', ...words] = place.split(' ')
  const path = words.find((word) => word !== 'sum' && word !== 'x100') ?? ''
  const there = follow(answers[answer], path.split('.'))
  const value = words[0] === 'sum' ? sum(there) : there
  if (Array.isArray(value)) return { place, values: value }
  return { place, values: [typeof value === 'number' && words.at(-1) === 'x100' ? value * 100 : value] }
}

const sum = (values: unknown): unknown =>
  Array.isArray(values) ? values.reduce((total, entry) => total + entry, 0) : undefined

/**
 * Returns the value at a path; for a list, the list of the values of its entries. A null on the path gives null, another missing
 * value undefined.
 */
function follow(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => follow(entry, [step, ...rest]))
  return follow((value as Record<string, unknown>)[step], rest)
}

import { labelStep } from './column-scale.ts'

/** Least room for one label below the columns, average width of a character, and space between two labels, px. */
const LABEL_PX = 58
const LETTER_PX = 7.2
const GAP_PX = 14

/** Label below a column. */
export interface ColumnLabel {
  readonly label: string
  /** Label with month or year, written where these differ from those of the label before; absent if `label` is always written. */
  readonly fullLabel?: string | undefined
  /** Month or year of the full label. */
  readonly turn?: string | undefined
}

/** Room beside the plot, px, into which labels may extend. */
interface Room {
  readonly left: number
  readonly right: number
}

/**
 * Returns the labels below columns by the index of their column: as many as have room in a plot of `width` px. A label is in full
 * where month or year differ from those of the label before; the first is in full if they differ among the columns. Labels that
 * would be cut at an edge are left out.
 */
export function labelsOf(columns: readonly ColumnLabel[], width: number, room: Room): ReadonlyMap<number, string> {
  const turns = new Set(columns.map(({ turn }) => turn)).size > 1
  const fullest = ({ label, fullLabel = label }: ColumnLabel): string => (turns ? fullLabel : label)
  const longest = Math.max(0, ...columns.flatMap((column) => [column.label.length, fullest(column).length]))
  const every = labelStep(columns.length, width, Math.max(LABEL_PX, longest * LETTER_PX + GAP_PX))
  const labels = new Map<number, string>()
  let last: string | undefined
  for (let i = 0; i < columns.length; i += every) {
    const column = columns[i] as ColumnLabel
    const text = column.turn === last ? column.label : fullest(column)
    const [middle, half] = [((i + 0.5) * width) / columns.length, (text.length * LETTER_PX) / 2]
    if (middle - half < -room.left || middle + half > width + room.right) continue
    labels.set(i, text)
    last = column.turn
  }
  return labels
}

/**
 * Returns the ranges `[first, last]` (inclusive indexes) of neighbouring columns with values, in order. A trend line is drawn in
 * each of them.
 */
export function withoutGaps(columns: readonly { readonly value: number | null }[]): [first: number, last: number][] {
  const parts: [number, number][] = []
  columns.forEach(({ value }, i) => {
    const part = parts.at(-1)
    if (value === null) return
    if (part !== undefined && part[1] === i - 1) part[1] = i
    else parts.push([i, i])
  })
  return parts
}

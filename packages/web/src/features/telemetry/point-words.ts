import type { ChartLine } from '../../charts/chart-line.ts'
import { count } from '../../lib/format.ts'

type Line = Pick<ChartLine, 'series' | 'spread' | 'grouped'>

/**
 * Returns the number of cycles of a dot in words: `1 dot = 8 cycles`, `1 dot = 2 to 8 cycles`; `every point` if each has one
 * cycle.
 */
function dotWords(lines: readonly Line[]): string {
  const counts = lines.flatMap(({ series }) => series.columns.map(({ points }) => points))
  const [least, most] = counts.reduce(([low, high], next) => [Math.min(low, next), Math.max(high, next)], [
    Number.POSITIVE_INFINITY,
    1,
  ] as [number, number])
  if (most === 1) return 'every point'
  return least === most ? `1 dot = ${count(most)} cycles` : `1 dot = ${count(least)} to ${count(most)} cycles`
}

/**
 * Returns texts about the points of a chart: how they are drawn (each, or as least and greatest value per pixel over a long
 * period), and, for each line with cycles that came in groups, that these values are means.
 */
export function pointWords(lines: readonly Line[], kind: 'line' | 'scatter'): string[] {
  const areReal = lines.every(({ series }) => series.isReal)
  const how = areReal ? dotWords(lines) : kind === 'line' ? 'band: min–max per pixel' : 'least and greatest per pixel'
  const groupWords = lines.flatMap(({ grouped }) => {
    if (grouped === undefined) return []
    const { cycles, all } = grouped
    return [
      cycles === all
        ? 'means of groups of cycles'
        : `means of groups (${count(cycles)} of ${count(all)} cycles) and single cycles`,
    ]
  })
  return [how, ...groupWords]
}

/**
 * Returns the range of the value axis in words: all values, or the mean ± `deviations` standard deviations. It is all values also
 * if no line has a deviation, since its values came in groups.
 */
export function axisWords(lines: readonly Line[], deviations: number | null): string {
  if (deviations === null) return 'axis: all values'
  if (lines.every(({ spread }) => spread === undefined))
    return 'axis: all values, as cycles came in groups and have no σ'
  const areMixed = lines.some(({ grouped, spread }) => grouped !== undefined && spread !== undefined)
  return areMixed ? `axis: mean ± ${deviations} σ of single cycles` : `axis: mean ± ${deviations} σ`
}

import type { ChartLine } from '../../charts/chart-line.ts'
import { count } from '../../lib/format.ts'

type Line = Pick<ChartLine, 'series' | 'spread' | 'grouped'>

/** Returns how many cycles a dot stands for, if that is not one: `1 dot = 8 cycles`. */
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
 * Returns the words about points of a chart: how they are drawn, and, where cycles came in groups, that their values are means.
 * A chart of a long period, whose points are summed by pixel, says it too.
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
 * Returns the range of the value axis in words; it shows all values if none were measured one by one, since these have no
 * deviation.
 */
export function axisWords(lines: readonly Line[], deviations: number | null): string {
  if (deviations === null) return 'axis: all values'
  if (lines.every(({ spread }) => spread === undefined))
    return 'axis: all values, as cycles came in groups and have no σ'
  const areMixed = lines.some(({ grouped, spread }) => grouped !== undefined && spread !== undefined)
  return areMixed ? `axis: mean ± ${deviations} σ of single cycles` : `axis: mean ± ${deviations} σ`
}

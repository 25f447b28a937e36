import { temperature, temperatureSpan } from '../../lib/measures.ts'

interface Excluded {
  readonly ignoreStartupCycles: boolean
  readonly ignoreOutlierCycles: boolean
}

/**
 * Returns the kinds of excluded cycles in words: `startup cycles`, `outliers` or `startup cycles and outliers`; undefined if none
 * are excluded.
 */
export function leftOutWords({ ignoreStartupCycles, ignoreOutlierCycles }: Excluded): string | undefined {
  const words = [...(ignoreStartupCycles ? ['startup cycles'] : []), ...(ignoreOutlierCycles ? ['outliers'] : [])]
  return words.length === 0 ? undefined : words.join(' and ')
}

/**
 * Returns an average of temperatures and its deviation, given in °C, in the unit of the company. Null and undefined are returned
 * as they are.
 */
export const temperatureAverage = <T extends { avg: number; std_dev: number | null }>(
  average: T | null | undefined,
): T | null | undefined =>
  average && {
    ...average,
    avg: temperature(average.avg),
    std_dev: average.std_dev === null ? null : temperatureSpan(average.std_dev),
  }

import { percent } from '../../lib/format.ts'

const HEIGHT = 20
/** Least height of a column in units of the drawing, so that a column of 0 % is visible. */
const LEAST = 1

/** Hidden drawing that defines the pattern of buckets without data; a page has it once. */
export const NoDataPattern = () => (
  <svg className="sr-only" aria-hidden="true">
    <defs>
      <pattern
        id="bucket-without-data"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line x1="0" y1="0" x2="0" y2="4" className="bucket-line" />
      </pattern>
    </defs>
  </svg>
)

interface ByBucketProps {
  /** Utilization in percent; null: nothing scheduled, or no data in all scheduled time. */
  values: readonly (number | null)[]
  /** Indexes of the buckets without data. */
  withoutData: readonly number[]
  label: string
}

/**
 * Small columns of a machine's utilization in percent by quarter hour, hour, day or week. Without data a column is hatched; a
 * bucket without scheduled time is empty above a line.
 */
export function ByBucket({ values, withoutData, label }: ByBucketProps) {
  const step = 10
  const width = step * Math.max(1, values.length)
  const gap = values.length > 31 ? 1 : 2
  const missing = new Set(withoutData)
  const column = (place: number, height: number): string =>
    `M${place * step} ${HEIGHT}v${-height}h${step - gap}v${height}z`
  const columns = (heightOf: (value: number | null, place: number) => number): string =>
    values
      .map((value, place) => heightOf(value, place))
      .map((height, place) => (height === 0 ? '' : column(place, height)))
      .join('')
  const words = values.map((value, i) => (value === null ? wordOf(missing.has(i)) : percent(value))).join(', ')
  return (
    <svg
      className="block by-bucket"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${words}`}
    >
      <title>{words}</title>
      <path
        d={columns((value) => (value === null ? 0 : Math.max(LEAST, (Math.min(100, value) / 100) * HEIGHT)))}
        className="bucket-fill"
      />
      <path d={columns((value, i) => (value === null && !missing.has(i) ? LEAST : 0))} className="bucket-base" />
      <path d={columns((_, i) => (missing.has(i) ? HEIGHT : 0))} fill="url(#bucket-without-data)" />
    </svg>
  )
}

const wordOf = (isWithoutData: boolean): string => (isWithoutData ? 'no data' : 'not scheduled')

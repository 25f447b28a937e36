import { percent } from '../../lib/format.ts'

const HEIGHT = 20
/** Least height of a column, so that 0 % is seen too. */
const LEAST = 1

/** Pattern of buckets without data; a page has it once. */
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

/** Small columns of a machine's utilization in percent by day, hour or week; null, without data, is hatched. */
export function ByBucket({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const step = 10
  const width = step * Math.max(1, values.length)
  const gap = values.length > 31 ? 1 : 2
  const column = (place: number, height: number): string =>
    `M${place * step} ${HEIGHT}v${-height}h${step - gap}v${height}z`
  const filled = values.map((value, i) =>
    value === null ? '' : column(i, Math.max(LEAST, (Math.min(100, value) / 100) * HEIGHT)),
  )
  const hatched = values.map((value, i) => (value === null ? column(i, HEIGHT) : ''))
  const words = values.map((value) => (value === null ? 'none' : percent(value))).join(', ')
  return (
    <svg
      className="block by-bucket"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${words}`}
    >
      <title>{words}</title>
      <path d={filled.join('')} className="bucket-fill" />
      <path d={hatched.join('')} fill="url(#bucket-without-data)" />
    </svg>
  )
}

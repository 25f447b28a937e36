import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { compactDuration, oneDecimal } from '../../lib/format.ts'
import { figuresQuery } from './queries.ts'
import type { Explainable, Figures } from './types.ts'

/** Returns the period of the same length that ends at the beginning of this one. */
const periodBefore = ({ from, to }: Explainable) => ({ from: from - (to - from), to: from })

/**
 * Returns a difference of utilizations in percentage points with its sign and one decimal: `+2.1 points`, `−0.4 points`; `0.0
 * points` without a sign if it rounds to zero.
 */
export function pointsWords(points: number): string {
  const text = oneDecimal(Math.abs(points))
  if (Number(text) === 0) return `${text} points`
  return `${points < 0 ? '−' : '+'}${text} points`
}

/**
 * Line that compares a utilization with that of the period of the same length before; nothing if one of them is not known or had
 * nothing scheduled.
 */
export function ChangeSince({ explainable }: { explainable: Explainable & { figures: Figures } }) {
  const before = periodBefore(explainable)
  const { data } = useQuery({
    ...figuresQuery({ ...explainable, ...before }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const now = explainable.figures.util_pct
  const then = data?.util_pct ?? null
  if (now === null || then === null) return null
  return (
    <span className="note" data-testid="change">
      {pointsWords(now - then)} against the {compactDuration(before.to - before.from)} before
    </span>
  )
}

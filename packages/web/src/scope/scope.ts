import {
  choose,
  isLive,
  isSamePeriod,
  type Period,
  periodOf,
  periodWords,
  type Scope,
  zoneOf,
} from '@millwatch/domain/scope'
import { type BucketInterval, intervalFor, type Range } from '@millwatch/domain/time'
import { useMemo } from 'react'
import { now, toIso, useNow } from '../lib/clock.ts'
import { usePlace } from './place.ts'
import { rangeWords } from './range-words.ts'
import { readingAt } from './reading.ts'
import { currentScope, showScope, useScopeStore } from './scope-store.ts'

export { useZoom, type Zoom } from './use-zoom.ts'

/** Interval at which a period that runs to now moves on, ms. */
const STEP_MS = 30_000

/** Returns the scope of all pages, from the address or as kept by this browser. */
export const useScope = (): Scope => useScopeStore((state) => state.scope)

/**
 * Returns a function that changes the scope, here, in the address and for later visits. A new period resets the zoom.
 */
export const useSetScope = (): ((change: Partial<Scope>) => void) => setScope

const IN_PERIOD = ['type', 'period', 'absStartDate', 'absEndDate'] as const
const CHOICES = [...IN_PERIOD, 'shift', 'timezone', 'dayStartMin'] as const

function setScope(change: Partial<Scope>): void {
  const before = currentScope()
  const wanted = { ...before, ...change }
  const after = 'zoomedFrom' in change || isSamePeriod(before, wanted) ? wanted : { ...choose(wanted, wanted) }
  const isChoice = CHOICES.some((name) => before[name] !== after[name])
  showScope(after, isChoice ? 'choice' : 'quiet')
}

/** Returns the start of the shift that a scope shows; undefined for another period. */
const shiftStartOf = ({ type, period }: Period, began: number | undefined): number | undefined =>
  type === 'relative' && period === 'shift' ? began : undefined

const useShiftStart = (): number | undefined =>
  shiftStartOf(
    useScope(),
    usePlace((place) => place.shiftStartedAt),
  )

type InKey = Pick<Scope, (typeof CHOICES)[number]>

const keyOf = (scope: InKey, began: number | undefined, zone: string): readonly unknown[] => [
  ...(scope.type === 'relative' ? [scope.period, began] : [scope.absStartDate, scope.absEndDate]),
  scope.shift,
  zoneOf(scope, zone),
  scope.dayStartMin,
]

/**
 * Returns the scope as a part of a query key, for a page of that zone: the period and how it is read. Periods that run
 * to now contribute no instants. Calls that use `series` also add `scope.ignoreStartupCycles` and
 * `scope.ignoreOutlierCycles`.
 */
export function useScopeKey(zone: string): readonly unknown[] {
  const { type, period, absStartDate, absEndDate, shift, timezone, dayStartMin } = useScope()
  const began = useShiftStart()
  return useMemo(
    () => keyOf({ type, period, absStartDate, absEndDate, shift, timezone, dayStartMin }, began, zone),
    [type, period, began, absStartDate, absEndDate, shift, timezone, dayStartMin, zone],
  )
}

/** Returns the same key at this moment, outside of rendering. */
export const scopeKeyNow = (zone: string): readonly unknown[] => {
  const scope = currentScope()
  return keyOf(scope, shiftStartOf(scope, usePlace.getState().shiftStartedAt), zone)
}

/** A period and how it is read, as parameters of calls. */
export interface ScopeQuestion extends Range {
  readonly startDate: string
  readonly endDate: string
  readonly isLive: boolean
  readonly shift: Scope['shift']
  readonly tz: string
  readonly dayStartMin: number
  /** Parameters of a query for shift, zone and start of day, as far as they are set. */
  readonly choices: { shift?: Scope['shift']; tz?: string; dayStartMin?: number }
  /** Parameters for cycles that are excluded from charts and averages. */
  readonly series: { ignoreStartupCycles?: true; ignoreOutlierCycles?: true }
}

/**
 * Returns the parameters for a reading at this moment (epoch ms). Call it when a query is sent, under the key of
 * `useScopeKey`.
 */
export function readScope(zone: string, at: number = now()): ScopeQuestion {
  const scope = currentScope()
  const { from, to } = periodOf(scope, readingAt(at, zone))
  const { shift, dayStartMin } = scope
  const tz = zoneOf(scope, zone)
  return {
    from,
    to,
    startDate: toIso(from),
    endDate: toIso(to),
    isLive: isLive(scope),
    shift,
    tz,
    dayStartMin,
    choices: { ...(shift !== 0 && { shift }), tz, ...(dayStartMin !== 0 && { dayStartMin }) },
    series: {
      ...(scope.ignoreStartupCycles && { ignoreStartupCycles: true }),
      ...(scope.ignoreOutlierCycles && { ignoreOutlierCycles: true }),
    },
  }
}

/** Period as it is drawn. */
export interface ShownPeriod extends Range {
  readonly isLive: boolean
  /** Name of the period: `This week`, `Last 4 weeks`, or `Chosen time` for an absolute one. */
  readonly label: string
  /** Length of the buckets, seconds. */
  readonly interval: BucketInterval
  /** Zone of the times: that of the scope, or that of the page. */
  readonly zone: string
}

/**
 * Returns the period for drawing. A period that runs to now ends up to 30 s in the future and moves on in steps of 30
 * s.
 */
export function usePeriod(zone: string): ShownPeriod {
  const scope = useScope()
  const live = isLive(scope)
  const step = useNow(STEP_MS)
  const at = live ? step + STEP_MS : step
  const shiftStartedAt = useShiftStart()
  return useMemo(() => {
    const { from, to } = periodOf(scope, { now: at, zone, shiftStartedAt })
    const whose = zoneOf(scope, zone)
    return {
      from,
      to,
      isLive: live,
      label: scope.type === 'relative' ? periodWords(scope.period) : rangeWords({ from, to, isLive: false }, at, whose),
      interval: intervalFor({ from, to }, { zone: whose, dayStartMin: scope.dayStartMin }),
      zone: whose,
    }
  }, [scope, live, at, zone, shiftStartedAt])
}

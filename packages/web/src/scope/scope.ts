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
import { firstWeekday } from '../lib/measures.ts'
import { scopeOfQueries, useScope } from './page-scope.tsx'
import { type PlaceShift, usePlace } from './place.ts'
import { rangeWords, shiftRangeWords } from './range-words.ts'
import { readingAt } from './reading.ts'
import { currentScope, showScope } from './scope-store.ts'

export { useScope } from './page-scope.tsx'
export { useZoom, useZoomTo, type Zoom } from './use-zoom.ts'

/** Interval at which a period that ends now moves on, ms. */
const STEP_MS = 30_000

/**
 * Returns a function that changes parts of the scope for all pages, in the address and for later visits. A change of the period
 * removes the period before the zoom, unless the change contains it.
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

interface Shifts {
  readonly shift: PlaceShift | undefined
  readonly lastShift: PlaceShift | undefined
}

/**
 * Returns the current or last shift if the period of the scope is that shift; undefined for any other period, and if the shift is
 * not known.
 */
function shiftOf({ type, period }: Period, { shift, lastShift }: Shifts): PlaceShift | undefined {
  if (type !== 'relative') return undefined
  return period === 'shift' ? shift : period === 'last-shift' ? lastShift : undefined
}

function useShift(): PlaceShift | undefined {
  const scope = useScope()
  return usePlace((place) => shiftOf(scope, place))
}

type InKey = Pick<Scope, (typeof CHOICES)[number]>

/** Returns the part of a query key for a scope on a page of `zone`; its last item is the number of the shift. */
const keyOf = (scope: InKey, shift: PlaceShift | undefined, zone: string): readonly unknown[] => [
  ...(scope.type === 'relative' ? [scope.period, shift?.from, shift?.isOn] : [scope.absStartDate, scope.absEndDate]),
  zoneOf(scope, zone),
  scope.dayStartMin,
  firstWeekday(),
  scope.shift,
]

/**
 * Returns the scope as a part of a query key for a page of that zone: period, zone, day start, first day of weeks and shift. A
 * relative period contributes its name, and a period that is a shift also the start of the shift; only an absolute one
 * contributes both instants. Queries that use `series` must add `scope.ignoreStartupCycles` and `scope.ignoreOutlierCycles` to
 * their key.
 */
export function useScopeKey(zone: string): readonly unknown[] {
  const { type, period, absStartDate, absEndDate, shift, timezone, dayStartMin } = useScope()
  const shown = useShift()
  return useMemo(
    () => keyOf({ type, period, absStartDate, absEndDate, shift, timezone, dayStartMin }, shown, zone),
    [type, period, shown, absStartDate, absEndDate, shift, timezone, dayStartMin, zone],
  )
}

/**
 * Returns the key of `useScopeKey` without the number of the shift, for a page that reads all shifts and shows those of the
 * scope.
 */
export const useScopeKeyOfAllShifts = (zone: string): readonly unknown[] => useScopeKey(zone).slice(0, -1)

/** Returns the key of `useScopeKey` for the scope of queries at this moment, for code outside of components. */
export const scopeKeyNow = (zone: string): readonly unknown[] => {
  const scope = scopeOfQueries()
  return keyOf(scope, shiftOf(scope, usePlace.getState()), zone)
}

/** Period of the scope (`from`, `to` in epoch ms) with shift, zone and start of the day, also as parameters of calls. */
export interface ScopeQuestion extends Range {
  readonly startDate: string
  readonly endDate: string
  readonly isLive: boolean
  readonly shift: Scope['shift']
  readonly tz: string
  readonly dayStartMin: number
  /** Parameters of a call for shift, zone and start of the day. Shift and start of the day are left out when they are 0. */
  readonly choices: { shift?: Scope['shift']; tz?: string; dayStartMin?: number }
  /** Parameters for cycles that are excluded from charts and averages. */
  readonly series: { ignoreStartupCycles?: true; ignoreOutlierCycles?: true }
}

/**
 * Returns the parameters of a call for the scope of queries, as of `at` (epoch ms), on a page of `zone`. It must be called when a
 * query is sent whose key is from `useScopeKey`.
 */
export function readScope(zone: string, at: number = now()): ScopeQuestion {
  const scope = scopeOfQueries()
  const reading = readingAt(at, zone)
  const { from, to } = periodOf(scope, reading)
  const { shift, dayStartMin } = scope
  const tz = zoneOf(scope, zone)
  return {
    from,
    to,
    startDate: toIso(from),
    endDate: toIso(to),
    isLive: isLive(scope, reading),
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

const noteOf = (period: Period['period'], shift: PlaceShift | undefined): string =>
  shift === undefined
    ? 'No shift'
    : period === 'last-shift'
      ? periodWords(period)
      : shift.isOn
        ? 'This shift'
        : 'No shift now'

/** Period of the scope as charts draw it; `from` and `to` are epoch ms. */
export interface ShownPeriod extends Range {
  readonly isLive: boolean
  /**
   * Name of the period: `This week`, `Past 4 weeks`, for a shift `2nd shift 2:00 PM – 10:00 PM`, or the dates of an absolute
   * period.
   */
  readonly label: string
  /**
   * Text beside a period that is a shift: `This shift`, `Last shift`, `No shift now` when `label` is the last one, or `No shift`.
   * Undefined for other periods.
   */
  readonly shiftNote: string | undefined
  /** Length of the buckets, seconds. */
  readonly interval: BucketInterval
  /** IANA zone of the times: that of the scope if one is chosen, else that of the page. */
  readonly zone: string
}

/**
 * Returns the period of the scope for drawing, on a page of `zone`. A period that ends now reaches up to 30 s into the future
 * and moves on every 30 s, so that charts are seldom drawn again.
 */
export function usePeriod(zone: string): ShownPeriod {
  const scope = useScope()
  const shift = useShift()
  const step = useNow(STEP_MS)
  const live = isLive(scope, { now: step, shift })
  const isLast = scope.period === 'last-shift'
  const at = live ? step + STEP_MS : step
  const isPlaceKnown = usePlace((place) => place.zone !== undefined)
  return useMemo(() => {
    const { from, to } = periodOf(scope, { now: at, zone, shift, lastShift: shift, firstWeekday: firstWeekday() })
    const whose = zoneOf(scope, zone)
    const isShift = scope.type === 'relative' && (scope.period === 'shift' || isLast) && isPlaceKnown
    return {
      from,
      to,
      isLive: live,
      label:
        scope.type !== 'relative'
          ? rangeWords({ from, to, isLive: false }, at, whose)
          : isShift
            ? shiftRangeWords(shift, at, whose, isLast ? 'yesterday' : 'today')
            : periodWords(scope.period),
      shiftNote: isShift ? noteOf(scope.period, shift) : undefined,
      interval: intervalFor({ from, to }, { zone: whose, dayStartMin: scope.dayStartMin }),
      zone: whose,
    }
  }, [scope, live, at, zone, shift, isLast, isPlaceKnown])
}

import fc from 'fast-check'
import { MINUTE_MS } from '../time/index.ts'
import {
  absolute,
  choose,
  DEFAULT_SCOPE,
  offeredLengths,
  type PeriodUnit,
  type Reading,
  type RelativePeriod,
  relative,
  type Scope,
} from './index.ts'
import { namedPeriods } from './period.ts'

export const at = (iso: string): number => Date.parse(iso)

export const zones = fc.constantFrom(
  'UTC',
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
)

export const drawerPeriods: readonly RelativePeriod[] = (['h', 'd', 'w', 'm'] as const).flatMap((unit: PeriodUnit) =>
  offeredLengths[unit].map((amount): RelativePeriod => `${amount}${unit}`),
)
const shortPeriods: readonly RelativePeriod[] = ['1h', '3h', '12h', '1d', '5d', '1w', '4w', '1m', '3m']
export const offeredPeriods: readonly RelativePeriod[] = [...namedPeriods, ...shortPeriods, ...drawerPeriods]

export const readings: fc.Arbitrary<Reading> = fc.record({
  now: fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
  zone: zones,
  firstWeekday: fc.constantFrom(0, 1),
})

const choices: fc.Arbitrary<Scope> = fc.record({
  ...Object.fromEntries(Object.entries(DEFAULT_SCOPE).map(([name, value]) => [name, fc.constant(value)])),
  shift: fc.constantFrom(0, 1, 2, 3),
  timezone: fc.option(zones),
  dayStartMin: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  ignoreStartupCycles: fc.boolean(),
  ignoreOutlierCycles: fc.boolean(),
  showDeviceCommDetail: fc.boolean(),
  showSplitUtilChart: fc.boolean(),
  cycleDataYAxisStdDevs: fc.constantFrom(null, 0.5, 1, 3, 6, 9),
  chartType: fc.constantFrom('line', 'scatter'),
}) as fc.Arbitrary<Scope>

export interface Looking {
  readonly scope: Scope
  readonly reading: Reading
}

export const onRelative: fc.Arbitrary<Looking> = fc
  .record({ reading: readings, scope: choices, period: fc.constantFrom(...offeredPeriods) })
  .map(({ reading, scope, period }) => ({ reading, scope: choose(scope, relative(period)) }))

/** Absolute periods of whole minutes, as people choose them; some end in the future. */
export const onAbsolute: fc.Arbitrary<Looking> = fc
  .record({
    reading: readings,
    scope: choices,
    minutes: fc.integer({ min: 4, max: 60 * 24 * 500 }),
    agoMin: fc.integer({ min: 0, max: 60 * 24 * 500 }),
  })
  .map(({ reading, scope, minutes, agoMin }) => {
    const to = (Math.floor(reading.now / MINUTE_MS) - agoMin) * MINUTE_MS
    return { reading, scope: choose(scope, absolute(to - minutes * MINUTE_MS, to)) }
  })

export const looking: fc.Arbitrary<Looking> = fc.oneof(onRelative, onAbsolute)

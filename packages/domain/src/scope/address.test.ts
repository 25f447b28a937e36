import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absolute,
  choose,
  DEFAULT_SCOPE,
  fromAddress,
  pan,
  relative,
  type Scope,
  scopeFrom,
  toAddress,
  unreadNames,
  zoomIn,
  zoomTo,
} from './index.ts'
import { isRelativePeriod } from './period.ts'
import { at, looking, offeredPeriods } from './scope.testing.ts'

const read = (search: string, ownScope = DEFAULT_SCOPE) => fromAddress(new URLSearchParams(search), ownScope)
const text = (scope: Scope) => new URLSearchParams(toAddress(scope) as Record<string, string>).toString()

describe('an address', () => {
  test('says nothing of the default scope, and saying nothing means it', () => {
    expect(toAddress(DEFAULT_SCOPE)).toEqual({})
    expect(read('')).toEqual(DEFAULT_SCOPE)
    expect(read('tab=equipment&hidesidebar')).toEqual(DEFAULT_SCOPE)
  })

  test('is short and can be read', () => {
    const zoomed = {
      ...choose(DEFAULT_SCOPE, relative('today')),
      shift: 2,
      timezone: 'America/New_York',
      dayStartMin: 405,
      ignoreStartupCycles: true,
      ignoreOutlierCycles: true,
      cycleDataYAxisStdDevs: null,
      chartType: 'scatter',
    } as const
    expect(toAddress(zoomed)).toEqual({
      period: 'today',
      shift: '2',
      tz: 'America/New_York',
      day: '0645',
      ignore: 'startup,outliers',
      sd: 'none',
      chart: 'scatter',
    })
    const dates = choose(DEFAULT_SCOPE, absolute(at('2026-11-15T06:00Z'), at('2026-11-16T06:00Z')))
    expect(text(dates)).toBe('from=20261115T0600Z&to=20261116T0600Z')
  })

  test.each([
    'period=2y',
    'period=9999m',
    'period=0h',
    'period=01h',
    'period=1.01h',
    'period=0.5d',
    'from=20261115T0600Z',
    'from=20261116T0600Z&to=20261115T0600Z',
    'from=20261316T0600Z&to=20261399T0600Z',
    'from=now&to=then',
    'zoomed=x-y-z',
    'shift=4',
    'shift=',
    'tz=Mars/Olympus',
    'tz=%2B02:00',
    'day=2400',
    'day=0607',
    'day=6',
    'sd=2',
    'sd=',
    'chart=pie',
    'ignore=all',
    'comm=yes',
  ])('that nobody wrote (%s) is as if nothing were said', (search) => {
    expect(read(search)).toEqual(DEFAULT_SCOPE)
  })

  test.each([
    ['period=1w&shift=0&day=0000&sd=3&chart=line&comm=0', []],
    ['from=20261115T0600Z&to=20261116T0600Z&period=1h&tab=equipment', []],
    ['from=20261116T0600Z&to=20261115T0600Z&tz=Mars/Olympus', ['from', 'to', 'tz']],
    ['from=00010101T0000Z&to=20261115T0600Z', ['from', 'to']],
    [
      'period=2y&shift=9&day=2400&ignore=all&chart=pie&zoomed=x',
      ['period', 'zoomed', 'shift', 'day', 'ignore', 'chart'],
    ],
  ])('%s says %j that cannot be read', (search, names) => {
    expect(unreadNames(new URLSearchParams(search), read(search))).toEqual(names)
  })

  test('wins over what was kept, also where it says nothing; what belongs into none stays', () => {
    const ownScope = { ...choose(DEFAULT_SCOPE, relative('1h')), shift: 3, showArchivedEquipment: true } as const
    expect(read('period=1m', ownScope)).toEqual({
      ...choose(DEFAULT_SCOPE, relative('1m')),
      showArchivedEquipment: true,
    })
  })

  test('leads back to the same scope, zoomed and moved', () => {
    fc.assert(
      fc.property(looking, fc.nat(3), fc.integer({ min: 1, max: 9999 }), ({ scope, reading }, way, minutes) => {
        const drawn = { from: reading.now - 2 * minutes * 60_000, to: reading.now - minutes * 60_000 }
        const seen = [scope, zoomIn(scope, reading), pan(scope, -1, reading), zoomTo(scope, drawn, reading)][
          way
        ] as Scope
        expect(read(text(seen))).toEqual(seen)
        expect(scopeFrom(JSON.parse(JSON.stringify(seen)))).toEqual(seen)
      }),
    )
  })
})

describe('what a browser kept', () => {
  test('never breaks a page: each field that is none is as by default', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.keys(DEFAULT_SCOPE)), (value, name) => {
        expect(read('', scopeFrom(value))).toBeDefined()
        const scope = scopeFrom({ ...DEFAULT_SCOPE, shift: 2, [name]: value })
        expect(scopeFrom(scope)).toEqual(scope)
        expect(isRelativePeriod(scope.period)).toBe(true)
      }),
    )
    expect(scopeFrom(undefined)).toEqual(DEFAULT_SCOPE)
    expect(
      scopeFrom({ type: 'absolute', period: '1d', absStartDate: 5, absEndDate: null, shift: '1', more: 1 }),
    ).toEqual(choose(DEFAULT_SCOPE, relative('1d')))
  })

  test.each([
    ['before this century', at('1999-12-31T23:59Z'), at('2026-11-21T12:00Z')],
    ['after it', at('2026-11-21T12:00Z'), at('2100-01-01T00:01Z')],
    ['between two milliseconds', at('2026-11-21T12:00Z') + 0.5, at('2026-11-22T12:00Z')],
    ['of no length', at('2026-11-21T12:00Z'), at('2026-11-21T12:00Z')],
  ])('is no period that lies %s', (_, absStartDate, absEndDate) => {
    expect(scopeFrom({ type: 'absolute', period: '1d', absStartDate, absEndDate })).toEqual(
      choose(DEFAULT_SCOPE, relative('1d')),
    )
  })

  test('is read again as it was, for all that is offered', () => {
    for (const period of offeredPeriods) {
      const scope = choose(DEFAULT_SCOPE, relative(period))
      expect(scopeFrom(scope)).toEqual(scope)
      expect(read(text(scope))).toEqual(scope)
    }
  })
})

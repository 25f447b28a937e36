import { describe, expect, test } from 'vitest'
import { type InputFilter, PULSED } from '../devices/index.ts'
import {
  cycle,
  down,
  evidence,
  evidenceAllAlong,
  high,
  inputSetup,
  intervalsAt,
  low,
  newPrimary,
  powerOff,
  powerOn,
  running,
} from './building.testing.ts'
import { initialStatusState, nextChangeAt, replayEvents, type StatusSettings } from './index.ts'

const always = Number.MIN_SAFE_INTEGER / 1000
const single = inputSetup([always, { running: { inputs: '24v0' } }])
const flashing = (filter: InputFilter) =>
  inputSetup([always, { running: { inputs: '24v0', filters: { '24v0': filter } } }])

describe('a sustained running signal', () => {
  test('runs while its input is high, and an unknown level is low', () => {
    expect(intervalsAt([evidence(0), high(10), low(20)], 30, single)).toEqual([
      ['down', 0, 10],
      ['running', 10, 20],
      ['down', 20, null],
    ])
  })

  test('stays until a change is sent, over any silence', () => {
    expect(intervalsAt([high(0), evidence(5000)], 5000, single)).toEqual([
      ['offline', 0, 5000],
      ['running', 5000, null],
    ])
  })

  test('of two inputs joined by AND runs while both are high', () => {
    const both = inputSetup([always, { running: { inputs: { '24v0': 1, '24v1': 1 } } }])
    expect(intervalsAt([high(0), high(10, '24v1'), low(20)], 30, both)).toEqual([
      ['down', 0, 10],
      ['running', 10, 20],
      ['down', 20, null],
    ])
  })

  test('of two inputs joined by OR runs while either is', () => {
    const either = inputSetup([always, { running: { inputs: ['24v0', '24v1'] } }])
    expect(intervalsAt([high(0), high(10, '24v1'), low(20), low(30, '24v1')], 30, either)).toEqual([
      ['running', 0, 30],
      ['down', 30, null],
    ])
  })

  test('loses against a separate down input', () => {
    const separate = inputSetup([always, { running: { inputs: '24v0' }, down: { inputs: '120v0' } }])
    expect(intervalsAt([high(0), high(10, '120v0'), low(20, '120v0')], 30, separate)).toEqual([
      ['running', 0, 10],
      ['down', 10, 20],
      ['running', 20, null],
    ])
  })

  test('may mean running while low, once its level is known', () => {
    const inverted = inputSetup([always, { running: { inputs: { '24v0': 0 } } }])
    expect(intervalsAt([evidence(0), low(10), high(20), powerOff(30), powerOn(40), low(50)], 60, inverted)).toEqual([
      ['down', 0, 10],
      ['running', 10, 20],
      ['down', 20, 30],
      ['powered-off', 30, 40],
      ['down', 40, 50],
      ['running', 50, null],
    ])
  })

  test('leaves cycles to be counted, and evidence: the limit of silence is 600 s whatever T', () => {
    const long: StatusSettings = { ...single, maximumCycle: [{ from: 0, ms: 3_600_000 }] }
    expect(intervalsAt([high(0), cycle(10, 5), low(20), cycle(50, 5)], 700, long)).toEqual([
      ['running', 0, 20],
      ['down', 20, 50],
      ['offline', 50, null],
    ])
    expect(intervalsAt([evidence(0), cycle(2000, 1900)], 2000, long)).toEqual([['down', 0, null]])
  })

  test('ends a power-off at a level that means running, and at no other', () => {
    expect(intervalsAt([high(0), powerOff(10), low(20), high(30)], 40, single)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 30],
      ['running', 30, null],
    ])
  })

  test('is forgotten by a power-off and by a new primary', () => {
    expect(
      intervalsAt([high(0), powerOff(10), powerOn(20), newPrimary(30), evidence(40), high(50)], 50, single),
    ).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 20],
      ['down', 20, 50],
      ['running', 50, null],
    ])
  })
})

describe('a flashing input', () => {
  test('counts as running while no piece is longer than the duration', () => {
    const light = flashing({ duration: 9000, value: 1 })
    const events = [evidence(0), high(10), low(12), high(21), low(22), evidence(31)]
    expect(intervalsAt(events, 31, light)).toEqual([
      ['down', 0, 10],
      ['running', 10, null],
    ])
    expect(intervalsAt(events, 31.001, light), 'by its level, from its start, once the duration has passed').toEqual([
      ['down', 0, 10],
      ['running', 10, 22],
      ['down', 22, null],
    ])
  })

  test('counts as down where flashes mean nothing but down', () => {
    const light = flashing({ duration: 5000, value: 0 })
    expect(intervalsAt([high(0), low(5), high(10)], 15, light)).toEqual([['down', 0, null]])
    expect(intervalsAt([high(0), low(5), high(10)], 15.001, light)).toEqual([
      ['down', 0, 10],
      ['running', 10, null],
    ])
  })

  test('counts by its level before it turns out short', () => {
    expect(intervalsAt([evidence(0), high(10)], 12, flashing({ duration: 5000, value: 0 }))).toEqual([
      ['down', 0, 10],
      ['running', 10, null],
    ])
  })

  test('that is ignored counts as the last longer piece', () => {
    const light = flashing({ duration: 5000, value: -1 })
    expect(intervalsAt([high(0), low(100), high(103), low(106), high(120)], 121, light)).toEqual([
      ['running', 0, 106],
      ['down', 106, 120],
      ['running', 120, null],
    ])
  })

  test('is filtered before AND and down', () => {
    const filters = { '24v1': { duration: 9000, value: 1 } } as const
    const setup = { running: { inputs: { '24v0': 1, '24v1': 1 } }, down: { inputs: '120v0' }, filters } as const
    const events = [high(0), high(1, '24v1'), low(3, '24v1'), high(6, '24v1'), low(7, '24v1'), high(8, '120v0')]
    expect(intervalsAt(events, 9, inputSetup([always, setup]))).toEqual([
      ['down', 0, 1],
      ['running', 1, 8],
      ['down', 8, null],
    ])
  })

  test('changes by time alone at the instant after its duration', () => {
    const settings = flashing({ duration: 9000, value: 1 })
    const { state } = replayEvents({ state: initialStatusState(), events: [high(0), low(2)], now: 2000, settings })
    expect(nextChangeAt(state, 2000, settings)).toBe(11_001)
  })
})

describe('what decides', () => {
  test('is inputs, or cycles until the first status where a set-up is pulsed', () => {
    const pulsed = inputSetup([always, { down: { function: PULSED } }])
    expect(intervalsAt([cycle(10, 5), high(15), running(400), cycle(800, 5)], 800, pulsed)).toEqual([
      ['running', 5, 10],
      ['down', 10, 400],
      ['running', 400, null],
    ])
    expect(intervalsAt([cycle(10, 5), running(20), high(30)], 40, single)).toEqual([
      ['down', 5, 30],
      ['running', 30, null],
    ])
  })

  test('changes with the set-up, from then on and never backwards', () => {
    const events = [high(0), down(10), ...evidenceAllAlong(0, 600), low(550)]
    expect(intervalsAt(events, 600, inputSetup([100, { running: { inputs: '24v0' } }], [500, null]))).toEqual([
      ['down', 0, 100],
      ['running', 100, 500],
      ['down', 500, null],
    ])
  })

  test('leaves what was said of before a change as it was seen then', () => {
    const settings: StatusSettings = { ...single, inputSetup: [], source: [{ from: 100_000, source: 'status' }] }
    expect(intervalsAt([cycle(10, 5), down(90), cycle(150, 140)], 150, { ...settings, source: [] })).toEqual([
      ['running', 5, 90],
      ['down', 90, null],
    ])
    expect(intervalsAt([cycle(50, 5), powerOff(60), cycle(150, 80)], 150, settings)).toEqual([
      ['running', 45, 60],
      ['powered-off', 60, 100],
      ['down', 100, null],
    ])
  })

  test('can be fixed by an admin as of an instant, and set free again', () => {
    const events = [high(0), running(10), cycle(20, 5), low(30), ...evidenceAllAlong(0, 400)]
    const fixed: StatusSettings = {
      ...single,
      source: [
        { from: 100_000, source: 'status' },
        { from: 200_000, source: 'cycles' },
        { from: 350_000, source: null },
      ],
    }
    expect(intervalsAt(events, 300, fixed)).toEqual([
      ['running', 0, 30],
      ['down', 30, 100],
      ['running', 100, null],
    ])
    expect(intervalsAt(events, 320.001, fixed).slice(2)).toEqual([
      ['running', 100, 200],
      ['down', 200, null],
    ])
  })

  test('is inputs that say nothing where an admin fixed them and no set-up can be read', () => {
    const fixed: StatusSettings = { maximumCycle: [], inputSetup: [], source: [{ from: 0, source: 'inputs' }] }
    expect(intervalsAt([high(0), running(10), cycle(20, 5)], 20, fixed)).toEqual([['down', 0, null]])
  })
})

import { describe, expect, test } from 'vitest'
import { cycle, evidence, intervalsAt, maximumCycle, newPrimary, powerOff, powerOn } from './building.testing.ts'

describe('between two cycles it is', () => {
  test('running while they are at most T apart', () => {
    expect(intervalsAt([cycle(100), cycle(400), cycle(700)], 700)).toEqual([['running', 100, null]])
  })

  test('down from the first when they are more than T apart', () => {
    expect(intervalsAt([cycle(100), cycle(400.001)], 400.001)).toEqual([
      ['down', 100, 400.001],
      ['running', 400.001, null],
    ])
  })

  test('running again from where the second began, when it has a cycle time', () => {
    expect(intervalsAt([cycle(100), cycle(500, 60)], 500)).toEqual([
      ['down', 100, 440],
      ['running', 440, null],
    ])
  })

  test('running all the time when the second began before the first ended', () => {
    expect(intervalsAt([cycle(100, 20), cycle(500, 200), cycle(510, 290)], 510)).toEqual([
      ['running', 80, 100],
      ['down', 100, 300],
      ['running', 300, null],
    ])
  })

  test('down until the second ends, when its cycle time is 0, below 0 or above T', () => {
    expect(intervalsAt([cycle(100), cycle(500, -20)], 500)[0]).toEqual(['down', 100, 500])
    expect(intervalsAt([cycle(100), cycle(500, 0)], 500)[0]).toEqual(['down', 100, 500])
    expect(intervalsAt([cycle(100), cycle(500, 300)], 500)[0]).toEqual(['down', 100, 200])
    expect(intervalsAt([cycle(100), cycle(500, 300.001)], 500)[0]).toEqual(['down', 100, 500])
  })

  test('one and the same when both end in the same millisecond', () => {
    expect(intervalsAt([cycle(100, 30), cycle(100, 50)], 100)).toEqual([
      ['down', 50, 70],
      ['running', 70, null],
    ])
  })
})

describe('after the last cycle it is', () => {
  test('running until T has passed, and at exactly T still', () => {
    expect(intervalsAt([cycle(100, 10)], 400)).toEqual([['running', 90, null]])
  })

  test('down since that cycle once T has passed', () => {
    expect(intervalsAt([cycle(100, 10)], 400.001)).toEqual([
      ['running', 90, 100],
      ['down', 100, null],
    ])
  })

  test('offline since that cycle once the offline limit has passed', () => {
    expect(intervalsAt([cycle(100, 10)], 700)).toContainEqual(['down', 100, null])
    expect(intervalsAt([cycle(100, 10)], 700.001)).toEqual([
      ['running', 90, 100],
      ['offline', 100, null],
    ])
  })
})

describe('a counter that sends n cycles at once', () => {
  test('was at work for n times the cycle time, however long that is', () => {
    expect(intervalsAt([cycle(0), cycle(3600, 45, 60)], 3600)).toEqual([
      ['offline', 0, 900],
      ['running', 900, null],
    ])
  })

  test('was at work no longer than since the previous cycle', () => {
    expect(intervalsAt([cycle(0), cycle(3600, 100, 60)], 3600)).toEqual([['running', 0, null]])
  })

  test('counts for one cycle when there was none before', () => {
    expect(intervalsAt([evidence(3000), cycle(3600, 100, 60)], 3600)).toEqual([
      ['down', 3000, 3500],
      ['running', 3500, null],
    ])
  })

  test('says nothing of its time at work when a single cycle is above T', () => {
    expect(intervalsAt([cycle(0), cycle(500, 301, 2)], 500)).toEqual([
      ['down', 0, 500],
      ['running', 500, null],
    ])
  })

  test('takes back a silence that had counted as offline', () => {
    const before = [cycle(0), evidence(300), evidence(2000)]
    expect(intervalsAt(before, 2000)).toEqual([
      ['down', 0, 300],
      ['offline', 300, 2000],
      ['down', 2000, null],
    ])
    expect(intervalsAt([...before, cycle(2100, 10, 200)], 2100)).toEqual([
      ['down', 0, 100],
      ['running', 100, null],
    ])
  })

  test('reaches back over a power-off as far as its evidence goes, not with running', () => {
    const events = [cycle(0), powerOff(10), powerOn(20), evidence(1000), cycle(1100, 10, 200)]
    expect(intervalsAt(events, 1100)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 20],
      ['running', 20, null],
    ])
  })
})

describe('a maximum cycle time that changed', () => {
  test('bounds the gap after a cycle by what held at that cycle', () => {
    expect(intervalsAt([cycle(100), cycle(300)], 300, maximumCycle([0, 100], [150, 300]))[0]).toEqual([
      'down',
      100,
      300,
    ])
    expect(intervalsAt([cycle(100), cycle(300)], 300, maximumCycle([0, 300], [150, 100]))[0]).toEqual([
      'running',
      100,
      null,
    ])
  })

  test("bounds a cycle's own time by what holds at its end", () => {
    expect(intervalsAt([cycle(400, 200)], 400, maximumCycle([0, 100], [300, 200]))).toEqual([['running', 200, null]])
    expect(intervalsAt([cycle(400, 200)], 400, maximumCycle([0, 200], [300, 100]))).toEqual([['running', 400, null]])
  })

  test('is 300 s before it was first set', () => {
    expect(intervalsAt([cycle(0), cycle(300)], 300, maximumCycle([1000, 10]))).toEqual([['running', 0, null]])
  })
})

describe('a maximum cycle time that is computed', () => {
  const steady = Array.from({ length: 20 }, (_, i) => cycle(10 * (i + 1), 10))

  test('is 300 s below 20 cycles', () => {
    expect(intervalsAt([...steady.slice(0, 19), cycle(490)], 490, maximumCycle([0, null]))).toEqual([
      ['running', 0, null],
    ])
  })

  test('is at least 1.5 times the mean from 20 on', () => {
    expect(intervalsAt([...steady, cycle(215)], 215, maximumCycle([0, null]))).toEqual([['running', 0, null]])
    expect(intervalsAt([...steady, cycle(215.001)], 216, maximumCycle([0, null]))).toEqual([
      ['running', 0, 200],
      ['down', 200, 215.001],
      ['running', 215.001, null],
    ])
  })

  test('starts anew with a new primary device', () => {
    const settings = maximumCycle([0, null])
    expect(intervalsAt([...steady, newPrimary(200), cycle(210, 10), cycle(400, 10)], 400, settings)).toEqual([
      ['running', 0, null],
    ])
  })
})

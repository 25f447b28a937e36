import { describe, expect, test } from 'vitest'
import {
  alive,
  cycle,
  down,
  evidence,
  evidenceAllAlong,
  intervalsAt,
  maximumCycle,
  newPrimary,
  noPrimary,
  powerOff,
  powerOn,
  running,
} from './building.testing.ts'

describe('a machine', () => {
  test('has no status before its first event', () => {
    expect(intervalsAt([], 100)).toEqual([])
  })

  test('begins at its first evidence, down until it says otherwise', () => {
    expect(intervalsAt([evidence(10)], 100)).toEqual([['down', 10, null]])
  })

  test('begins at its first evidence also when asked at that very instant', () => {
    expect(intervalsAt([evidence(10)], 10)).toEqual([['down', 10, null]])
  })

  test('does not know yet what lies ahead of now', () => {
    expect(intervalsAt([evidence(10), running(50)], 49.999)).toEqual([['down', 10, null]])
    expect(intervalsAt([evidence(10), running(50)], 50)).toEqual([
      ['down', 10, 50],
      ['running', 50, null],
    ])
  })

  test('begins where its first cycle began, if that is before its first event', () => {
    expect(intervalsAt([evidence(90), cycle(100, 60)], 110)).toEqual([['running', 40, null]])
  })

  test('begins earlier, and down, when a later cycle reaches further back', () => {
    expect(intervalsAt([cycle(100, 10), cycle(110, 60)], 110)).toEqual([
      ['down', 50, 90],
      ['running', 90, null],
    ])
  })
})

describe('a status', () => {
  test('stays until a change is sent', () => {
    expect(intervalsAt([running(0), down(10), ...evidenceAllAlong(20, 2000)], 2000)).toEqual([
      ['running', 0, 10],
      ['down', 10, null],
    ])
  })

  test('said twice makes one interval', () => {
    expect(intervalsAt([running(0), running(10), down(20)], 20)).toEqual([
      ['running', 0, 20],
      ['down', 20, null],
    ])
  })

  test('takes over from cycles for ever: they only count from then on', () => {
    expect(intervalsAt([cycle(100, 10), down(200), cycle(250, 10), cycle(260, 10)], 260)).toEqual([
      ['running', 90, 200],
      ['down', 200, null],
    ])
  })

  test('leaves what cycles said before it as it stood then', () => {
    expect(intervalsAt([cycle(100, 10), evidence(399), down(400.001), cycle(401, 200)], 401)).toEqual([
      ['running', 90, 100],
      ['down', 100, null],
    ])
  })

  test('of two at the same instant the later by order stands, and the other leaves no trace', () => {
    expect(intervalsAt([down(0), running(10), down(10)], 10)).toEqual([['down', 0, null]])
  })
})

describe('offline', () => {
  test('is a silence of more than 600 s, from its first to its last instant', () => {
    expect(intervalsAt([running(0), evidence(600)], 600)).toEqual([['running', 0, null]])
    expect(intervalsAt([running(0), evidence(600.001)], 601)).toEqual([
      ['offline', 0, 600.001],
      ['running', 600.001, null],
    ])
  })

  test('waits for T where cycles decide and T is above 600 s, not where status does', () => {
    const settings = maximumCycle([0, 900])
    expect(intervalsAt([cycle(0), evidence(900)], 900, settings)).toEqual([['running', 0, null]])
    expect(intervalsAt([cycle(0), evidence(900.001)], 901, settings)).toEqual([
      ['offline', 0, 900.001],
      ['down', 900.001, null],
    ])
    expect(intervalsAt([running(0), evidence(900)], 900, settings)).toEqual([
      ['offline', 0, 900],
      ['running', 900, null],
    ])
  })

  test('ends where the next cycle began', () => {
    expect(intervalsAt([cycle(0), cycle(1000, 100)], 1000)).toEqual([
      ['offline', 0, 900],
      ['running', 900, null],
    ])
    expect(intervalsAt([cycle(0), cycle(700, 100)], 700)).toEqual([
      ['down', 0, 600],
      ['running', 600, null],
    ])
  })

  test('is shortened, or taken back, by a cycle that began within a silence already ended', () => {
    const silence = [running(0), evidence(700)]
    expect(intervalsAt([...silence, cycle(710, 50)], 710)).toEqual([
      ['offline', 0, 660],
      ['running', 660, null],
    ])
    expect(intervalsAt([...silence, cycle(710, 110)], 710)).toEqual([['running', 0, null]])
  })

  test('waits as long as was right at the end of the events before it', () => {
    const settings = maximumCycle([0, 300], [500, 1200])
    expect(intervalsAt([alive(0, 1000), evidence(1000), evidence(2200)], 2200, settings)).toEqual([['down', 0, null]])
    expect(intervalsAt([alive(0, 1000), evidence(2200)], 2200, settings)).toEqual([['down', 0, null]])
    expect(intervalsAt([running(0), newPrimary(300), evidence(700)], 700, maximumCycle([0, 900]))).toEqual([
      ['offline', 0, 700],
      ['down', 700, null],
    ])
    expect(
      intervalsAt([running(-100), alive(-50, 0), newPrimary(0), evidence(700)], 700, maximumCycle([0, 900])),
    ).toEqual([
      ['running', -100, 0],
      ['down', 0, null],
    ])
  })

  test('is taken back by a cycle that a maximum raised later makes credible', () => {
    const events = [evidence(0), evidence(700), evidence(1100), cycle(1500, 1400)]
    expect(intervalsAt(events, 1500, maximumCycle([1200, 3600]))).toEqual([
      ['down', 0, 100],
      ['running', 100, null],
    ])
  })

  test('is taken back by a counter also where status decides', () => {
    const events = [running(0), cycle(10, 5), evidence(700)]
    expect(intervalsAt([...events, cycle(900, 10)], 900)).toContainEqual(['offline', 10, 700])
    expect(intervalsAt([...events, cycle(900, 10, 100)], 900)).toEqual([['running', 0, null]])
  })

  test('does not hold while a device says afterwards that it was alive', () => {
    expect(intervalsAt([running(0), alive(100, 2000), evidence(200), evidence(2000)], 2000)).toEqual([
      ['running', 0, null],
    ])
    expect(intervalsAt([running(0), alive(1000, 2000), evidence(2000)], 2000)).toEqual([
      ['offline', 0, 1000],
      ['running', 1000, null],
    ])
  })
})

describe('powered-off', () => {
  test('lasts until power comes back, and the machine is down until the next signal', () => {
    expect(intervalsAt([running(0), powerOff(10), powerOn(60), running(70)], 70)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 60],
      ['down', 60, 70],
      ['running', 70, null],
    ])
  })

  test('is not ended by readings and pings, and is stronger than offline', () => {
    expect(intervalsAt([running(0), powerOff(10), evidence(100), evidence(5000)], 9000)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, null],
    ])
  })

  test('ends at a status', () => {
    expect(intervalsAt([powerOff(10), running(50)], 50)).toEqual([
      ['powered-off', 10, 50],
      ['running', 50, null],
    ])
  })

  test('ends where a cycle began', () => {
    expect(intervalsAt([cycle(0), powerOff(10), cycle(100, 40)], 100)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 60],
      ['running', 60, null],
    ])
  })

  test('ends at a cycle without a cycle time', () => {
    expect(intervalsAt([cycle(0), powerOff(10), cycle(100)], 100)).toContainEqual(['powered-off', 10, 100])
  })

  test('leaves no interval when the cycle after it began before it', () => {
    expect(intervalsAt([cycle(0), powerOff(10), cycle(30, 20)], 30)).toEqual([['running', 0, null]])
  })

  test('that never was is not ended by power coming on', () => {
    expect(intervalsAt([cycle(0, 10), powerOn(10), cycle(250, 10)], 260)).toEqual([['running', -10, null]])
    expect(intervalsAt([cycle(0, 10), powerOn(10)], 20)).toEqual([['running', -10, null]])
    expect(intervalsAt([running(0), powerOn(10)], 20)).toEqual([['running', 0, null]])
  })

  test('forgets the status: after a cycle has ended it the machine is down until the next signal', () => {
    expect(intervalsAt([running(0), powerOff(10), cycle(100, 40), running(120)], 120)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 60],
      ['down', 60, 120],
      ['running', 120, null],
    ])
  })

  test('closes what cycles said as it stood then', () => {
    expect(intervalsAt([cycle(0), evidence(250), powerOff(300)], 300)).toEqual([
      ['running', 0, 300],
      ['powered-off', 300, null],
    ])
    expect(intervalsAt([cycle(0), evidence(250), powerOff(300.001)], 301)).toEqual([
      ['down', 0, 300.001],
      ['powered-off', 300.001, null],
    ])
  })

  test('sent again goes on', () => {
    expect(intervalsAt([powerOff(10), powerOff(20), powerOn(30)], 30)).toEqual([
      ['powered-off', 10, 30],
      ['down', 30, null],
    ])
  })

  test('sent again bounds what a cycle may take back', () => {
    expect(intervalsAt([powerOff(10), powerOff(20), cycle(40, 30)], 40)).toEqual([
      ['powered-off', 10, 20],
      ['running', 20, null],
    ])
  })

  test('after power has come back the next cycle is a first one, not before that', () => {
    expect(intervalsAt([cycle(0), powerOff(10), powerOn(50), cycle(60, 20), cycle(70)], 70)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 50],
      ['running', 50, null],
    ])
    expect(intervalsAt([cycle(0), powerOff(10), powerOn(50), cycle(80, 20)], 80)).toEqual([
      ['running', 0, 10],
      ['powered-off', 10, 50],
      ['down', 50, 60],
      ['running', 60, null],
    ])
  })
})

describe('a new primary device', () => {
  test('starts anew: nothing the earlier one said of running, power or cycles stands', () => {
    expect(intervalsAt([running(0), newPrimary(100), evidence(110)], 110)).toEqual([
      ['running', 0, 100],
      ['down', 100, null],
    ])
    expect(intervalsAt([powerOff(0), newPrimary(100), evidence(110)], 110)).toEqual([
      ['powered-off', 0, 100],
      ['down', 100, null],
    ])
    expect(intervalsAt([running(0), newPrimary(100), cycle(200, 50)], 210)).toEqual([
      ['running', 0, 100],
      ['down', 100, 150],
      ['running', 150, null],
    ])
  })

  test('has its own times cut at its assignment', () => {
    expect(intervalsAt([down(0), newPrimary(100), cycle(120, 50)], 120)).toEqual([
      ['down', 0, 100],
      ['running', 100, null],
    ])
    expect(intervalsAt([cycle(50), newPrimary(100), cycle(120, 10, 90)], 120)).toEqual([
      ['running', 50, 100],
      ['down', 100, 110],
      ['running', 110, null],
    ])
  })

  test('takes back no silence before it', () => {
    expect(intervalsAt([evidence(0), newPrimary(700), cycle(710, 100)], 710)).toEqual([
      ['offline', 0, 700],
      ['running', 700, null],
    ])
  })

  test('does not undo the events before it', () => {
    expect(intervalsAt([evidence(0), newPrimary(300), evidence(600)], 600)).toEqual([['down', 0, null]])
    expect(intervalsAt([evidence(0), newPrimary(300), evidence(601)], 601)).toEqual([
      ['offline', 0, 601],
      ['down', 601, null],
    ])
  })
})

describe('without a primary device', () => {
  test('a machine is offline until it has one, whatever events come', () => {
    expect(intervalsAt([running(0), noPrimary(100), evidence(150), newPrimary(200), evidence(210)], 210)).toEqual([
      ['running', 0, 100],
      ['offline', 100, 200],
      ['down', 200, null],
    ])
    expect(intervalsAt([running(0), noPrimary(100)], 110)).toContainEqual(['offline', 100, null])
  })

  test('a machine is offline whatever is said of it', () => {
    const events = [running(150), down(160), powerOff(170), powerOn(180), cycle(190, 20), cycle(200, 20)]
    expect(intervalsAt([running(0), noPrimary(100), ...events], 210)).toEqual([
      ['running', 0, 100],
      ['offline', 100, null],
    ])
    expect(intervalsAt([running(0), noPrimary(100), powerOff(150)], 160)).toContainEqual(['offline', 100, null])
  })
})

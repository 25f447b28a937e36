import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf, SignInThrottle } from './throttle.ts'

/** How many of `n` attempts pass before the first is refused. */
function passing(attempt: (i: number) => void, n: number): number {
  for (let i = 0; i < n; i++) {
    try {
      attempt(i)
    } catch (error) {
      expect(error).toBeInstanceOf(TooMany)
      return i
    }
  }
  return n
}

describe('the sign-in throttle', () => {
  test('lets ten failures of an account pass, then one more every 30 s, wherever they come from', () => {
    const clock = manualClock(0)
    const throttle = new SignInThrottle(clock)
    const guess = (i: number) => void throttle.begin('a@x', `10.0.0.${i}`)
    expect(passing(guess, 100)).toBe(10)
    clock.advance(29_999)
    expect(passing(guess, 1)).toBe(0)
    clock.advance(1)
    expect(passing(guess, 5)).toBe(1)
    clock.advance(24 * 3_600_000)
    expect(passing(guess, 100)).toBe(10)
  })

  test('gives back what a success took, and keeps a place of its own for the owner', () => {
    const throttle = new SignInThrottle(manualClock(0))
    expect(passing(() => throttle.begin('a@x', '10.0.0.1')(), 1000)).toBe(1000)
    expect(passing(() => throttle.begin('a@x', '10.6.6.6'), 100)).toBe(10)
    expect(passing(() => throttle.begin('a@x', '10.0.0.1')(), 1)).toBe(1)
  })

  test('takes nothing from others who share a network with somebody wrong, until it is many', () => {
    const throttle = new SignInThrottle(manualClock(0))
    expect(passing((i) => throttle.begin(`p${i}@x`, '10.0.0.1'), 1000)).toBe(50)
    expect(passing((i) => throttle.begin(`q${i}@x`, '10.0.0.2'), 1)).toBe(1)
  })
})

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network))

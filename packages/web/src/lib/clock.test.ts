import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerTime, now } from './clock.ts'

const here = Date.parse('2026-11-21T10:00:00.000Z')
const header = (at: number): string => new Date(at).toUTCString()

describe('the clock of the page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: here })
    learnServerTime(header(here))
  })
  afterEach(() => {
    // Other files of tests share the module, and its offset.
    learnServerTime(header(here))
    vi.useRealTimers()
  })

  it('is that of the server when this one is minutes off; the header has whole seconds, so half a second is added', () => {
    learnServerTime(header(here + 3_600_000))
    expect(now()).toBe(here + 3_600_500)
    learnServerTime(header(here - 120_000))
    expect(now()).toBe(here - 119_500)
    learnServerTime(header(here))
    expect(now()).toBe(here)
  })

  it('ignores small differences and invalid headers', () => {
    for (const dateHeader of [header(here + 1000), header(here - 2000), 'soon', null]) learnServerTime(dateHeader)
    expect(now()).toBe(here)
    learnServerTime(header(here + 60_000))
    learnServerTime(header(here + 61_000))
    expect(now()).toBe(here + 60_500)
  })
})

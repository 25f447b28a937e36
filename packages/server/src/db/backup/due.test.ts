import { describe, expect, test } from 'vitest'
import { isBackupDue, isTrialDue, lastBackupTime } from './due.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)
const time = { hour: 1, minute: 20 }

test.each([
  ['22T01:20:00', '22T01:20:00'],
  ['22T01:19:59', '21T01:20:00'],
  ['22T23:59:59', '22T01:20:00'],
])('At %s the daily backup was last to begin at %s', (now, expected) => {
  expect(lastBackupTime(at(now), time)).toBe(at(expected))
})

describe('a backup is due', () => {
  const failed = (when: string) => ({ failure: { at: at(when), text: 'no room' } })
  test.each([
    ['where none was ever taken', '22T12:00:00', {}, true],
    ['when its time has come', '22T01:20:00', { takenAt: at('21T01:20:30') }, true],
    ['not before its time', '22T01:19:59', { takenAt: at('21T01:20:30') }, false],
    ['not again after it', '22T01:21:00', { takenAt: at('22T01:20:00') }, false],
    ['after a day on which no server ran', '22T14:00:00', { takenAt: at('20T01:20:00') }, true],
    ['not within an hour of a failure', '22T02:00:00', { takenAt: at('21T01:20:00'), ...failed('22T01:21:00') }, false],
    ['an hour after a failure', '22T02:21:00', { takenAt: at('21T01:20:00'), ...failed('22T01:21:00') }, true],
    ['when the last one is of a clock that ran ahead', '22T12:00:00', { takenAt: at('29T01:20:00') }, true],
  ])('%s', (_, now, state, expected) => {
    expect(isBackupDue(at(now), time, state)).toBe(expected)
  })
})

describe('a trial restore is due', () => {
  const trial = (when: string, isGood = true) => ({ trial: { at: at(when), isGood, text: '' } })
  test.each([
    ['where there was none', '22T01:20:00', {}, true],
    ['after a week, though this backup began earlier in the day', '22T01:20:00', trial('15T02:10:00'), true],
    ['not within the week', '21T01:20:00', trial('15T02:10:00'), false],
    ['on the day after a bad one', '16T01:20:00', trial('15T02:10:00', false), true],
  ])('%s', (_, now, state, expected) => {
    expect(isTrialDue(at(now), state)).toBe(expected)
  })
})

import { expect, test } from 'vitest'
import { compareEvents } from '../telemetry/index.ts'
import { primaryChanges, primaryEvent } from './index.ts'

test('the first primary device of a machine changes nothing', () => {
  expect(primaryChanges([{ deviceId: 1, from: 100, to: null }])).toEqual([])
  expect(primaryChanges([])).toEqual([])
})

test('a device that follows at once starts anew where the first ends', () => {
  const tenures = [
    { deviceId: 1, from: 100, to: 200 },
    { deviceId: 2, from: 200, to: null },
  ]
  expect(primaryChanges(tenures)).toEqual([primaryEvent(200, true)])
})

test('between two that do not meet, and after the last, nobody speaks for the machine', () => {
  const tenures = [
    { deviceId: 1, from: 100, to: 200 },
    { deviceId: 1, from: 300, to: 400 },
  ]
  expect(primaryChanges(tenures)).toEqual([primaryEvent(200, false), primaryEvent(300, true), primaryEvent(400, false)])
})

test('the same device assigned again at once goes on', () => {
  const tenures = [
    { deviceId: 1, from: 100, to: 200 },
    { deviceId: 1, from: 200, to: null },
  ]
  expect(primaryChanges(tenures)).toEqual([])
})

test('a change comes before all that is sent at its instant, and one that comes after one that goes', () => {
  const sent = { at: 200, batchId: '0', position: 0 }
  const coming = primaryEvent(200, true)
  const going = primaryEvent(200, false)
  expect([sent, coming, going].sort(compareEvents)).toEqual([going, coming, sent])
})

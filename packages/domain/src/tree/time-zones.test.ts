import { expect, test } from 'vitest'
import { isTimeZone } from '../time/index.ts'
import { offeredTimeZones } from './time-zones.ts'

test('About 30 zones of the US and UTC are offered, sorted, each known to the runtime', () => {
  expect(offeredTimeZones).toHaveLength(30)
  expect(offeredTimeZones).toEqual([...offeredTimeZones].sort())
  expect(offeredTimeZones).toContain('UTC')
  for (const zone of offeredTimeZones) expect([zone, isTimeZone(zone)]).toEqual([zone, true])
})

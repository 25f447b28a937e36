import { expect, it } from 'vitest'
import { alarmsInOrder } from './alarms-in-order.ts'

const alarm = (alarmId: number, equipmentId: number, trippedAt: number | null = null, alarmTypeId = 1) => ({
  alarm: { alarmId, alarmTypeId, trippedAt },
  machine: { equipmentId, name: `Mill ${equipmentId}` },
})
const idsOf = (alarms: readonly ReturnType<typeof alarm>[]) => alarmsInOrder(alarms).map((each) => each.alarm.alarmId)

it('lists tripped alarms first, then machines in natural order, then types and ids', () => {
  expect(idsOf([alarm(1, 10), alarm(2, 9), alarm(3, 10, 5), alarm(4, 9, 7)])).toEqual([4, 3, 2, 1])
  expect(idsOf([alarm(2, 9), alarm(1, 9), alarm(3, 9, null, 0)])).toEqual([3, 1, 2])
  expect(idsOf([])).toEqual([])
})

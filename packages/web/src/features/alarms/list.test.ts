import { describe, expect, it } from 'vitest'
import { byChoice, inOrder, ofFilters } from './list.ts'
import type { ListedAlarm } from './queries.ts'

const at = (hour: number): string => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`

const alarm = (id: number, name: string, typeId: number, trippedAt: string | null = null, users: number[] = []) =>
  ({
    id,
    equipment_id: name.length,
    alarm_type_id: typeId,
    tripped: trippedAt !== null,
    tripped_at: trippedAt,
    Equipment: { name },
    AlarmType: { name: `Type ${typeId}` },
    UserAlarms: users.map((user_id) => ({ user_id })),
  }) as unknown as ListedAlarm

const alarms = [
  alarm(1, 'Saw 10', 4),
  alarm(2, 'Saw 2', 8, at(8), [7]),
  alarm(3, 'Saw 2', 2),
  alarm(4, 'Mill', 2, at(9)),
  alarm(5, 'Mill', 10, null, [7, 8]),
]
const idsOf = (list: readonly ListedAlarm[]) => list.map(({ id }) => id)

describe('alarms', () => {
  it('begin with the latest trip; the others follow by machine, numbers by their value, and type', () => {
    expect(idsOf(inOrder(alarms, 'tripped'))).toEqual([4, 2, 5, 3, 1])
  })

  it('can be in order of machines or types', () => {
    expect(idsOf(inOrder(alarms, 'equipment'))).toEqual([4, 5, 3, 2, 1])
    expect(idsOf(inOrder(alarms, 'type'))).toEqual([4, 3, 1, 2, 5])
  })

  it('are all, tripped ones, or those of the person', () => {
    const { all, tripped, mine } = byChoice(alarms, 7)
    expect([all, tripped, mine].map(idsOf)).toEqual([
      [1, 2, 3, 4, 5],
      [2, 4],
      [2, 5],
    ])
  })

  it('are filtered by several machines and types', () => {
    const found = (machineIds: string[], typeIds: string[]) => idsOf(ofFilters(alarms, { machineIds, typeIds }))
    expect(found([], [])).toEqual([1, 2, 3, 4, 5])
    expect(found(['4'], [])).toEqual([4, 5])
    expect(found(['4', '5'], ['2', '8'])).toEqual([2, 3, 4])
  })
})

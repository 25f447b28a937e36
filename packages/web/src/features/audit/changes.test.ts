import { machineSettingNames, machineSettings } from '@millwatch/domain/tree'
import { expect, it } from 'vitest'
import { changesOf as listChanges } from './changes.ts'

const names = {
  'org_unit/2': { name: 'Hall', removed: false },
  'user/1': { name: 'Ann Owner', removed: false },
  'user/2': { name: 'Bo Pike', removed: true },
  'part/3': { name: 'Belt 7', removed: false },
}
const changesOf = (entry: { before: unknown; after: unknown; subject?: string }) =>
  listChanges({ subject: 'org_unit/1', names, ...entry }, (at) => `at ${at}`)

it('lists each changed field with its values before and after', () => {
  expect(
    changesOf({ before: { timezone: 'UTC', name: 'Plant' }, after: { timezone: 'Asia/Tokyo', name: 'Plant' } }),
  ).toEqual([{ field: 'Time zone', before: 'UTC', after: 'Asia/Tokyo' }])
})

it('says nothing of fields that only the values before have, since they stayed', () => {
  const before = { name: 'Brno', timezone: 'UTC', targetPct: null }
  expect(changesOf({ before, after: { name: 'Rockford' } })).toEqual([
    { field: 'Name', before: 'Brno', after: 'Rockford' },
  ])
})

it('shows added and removed fields, and values that are not text', () => {
  expect(changesOf({ before: null, after: { mayGiveReasons: true, page: 'wall' } })).toEqual([
    { field: 'May give reasons', before: undefined, after: 'yes' },
    { field: 'Page', before: undefined, after: 'wall' },
  ])
  expect(changesOf({ before: { user_ids: [1, 2], phone: null }, after: null })).toEqual([
    { field: 'Members', before: 'Ann Owner, Bo Pike (removed)', after: undefined },
    { field: 'Phone', before: 'none', after: undefined },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

it('shows lists and objects as words, not as they are sent', () => {
  const after = {
    args: { cycles: 18, scheduled_only: true },
    deviceOutputConfig: {},
    criticalParts: [{ id: 3, action: 'clean', qty: 1 }],
    ranges: [[0, 3600, 1]],
    since: { startedAt: 5 },
  }
  expect(changesOf({ before: null, after }).map((change) => [change.field, change.after])).toEqual([
    ['Condition', 'Cycles 18, Only scheduled time yes'],
    ['Outputs that are switched', 'none'],
    ['Critical parts', 'Critical part Belt 7, Work on the part clean, Quantity 1'],
    ['Hours', '(0, 3600, 1)'],
    ['since', 'Start at 5'],
  ])
})

it('shows the hours of a schedule by day', () => {
  const after = {
    schedule: {
      0: [],
      1: [
        [0, 28_800, 3],
        [28_800, 86_400, 1],
      ],
    },
  }
  expect(changesOf({ before: null, after }).map((change) => [change.field, change.after])).toEqual([
    ['Schedule', 'Sunday none, Monday 00:00 – 08:00 shift 3, 08:00 – 24:00 shift 1'],
  ])
})

it('shows instants in the reader’s zone', () => {
  expect(changesOf({ before: null, after: { expiresAt: 5, format: 7 } }).map(({ after }) => after)).toEqual([
    'at 5',
    '7',
  ])
})

it('shows the settings of a machine by the names and in the units of their form', () => {
  const before = { maximumCycleMs: 90_250, excessiveDowntimeThresholdMs: 150_000, source: null, parentOrgUnitId: 1 }
  const after = { maximumCycleMs: null, excessiveDowntimeThresholdMs: 2_100_000, source: 'status', parentOrgUnitId: 2 }
  expect(changesOf({ subject: 'equipment/7', before, after })).toEqual([
    { field: 'Maximum cycle time, seconds', before: '90.25', after: 'none' },
    { field: 'Excessive downtime threshold, minutes', before: '2.5', after: '35' },
    { field: 'Running is decided by', before: 'As its signals say', after: 'Status messages' },
    { field: 'Parent', before: '1 (removed)', after: 'Hall' },
  ])
  expect(changesOf({ subject: 'device/7', before: { source: 'a' }, after: { source: 'b' } })).toEqual([
    { field: 'source', before: 'a', after: 'b' },
  ])
})

it('names every setting of a machine', () => {
  for (const name of machineSettingNames)
    expect(changesOf({ subject: 'equipment/7', before: null, after: { [name]: 1 } })).toEqual([
      expect.objectContaining({ field: machineSettings[name].label }),
    ])
})

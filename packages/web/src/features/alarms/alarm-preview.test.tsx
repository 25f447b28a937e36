import { readAlarmHistory } from '@millwatch/contract/http/alarms'
import { previewAlarm } from '@millwatch/contract/http/alarms-drafts'
import { HOUR_MS } from '@millwatch/domain/time'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { now, toIso } from '../../lib/clock.ts'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { listedAlarm } from './alarm.testing.ts'
import { typeOf } from './alarm-draft.testing.ts'
import { AlarmPreview } from './alarm-preview.tsx'
import { draftOf } from './draft.ts'

/** Maintenance every 500 hours of running time. */
const maintenance = { ...listedAlarm, alarm_type_id: 6, args: { runtime_hours: 500, notes: 'Grease it' } }

/** Returns a row of the history of the maintenance, `hoursAgo` before now. */
const row = (kind: 'announced' | 'late' | 'withdrawn' | 'early', hoursAgo: number) => {
  const at = toIso(now() - hoursAgo * HOUR_MS)
  const value = kind === 'early' ? null : { amount: (500 + hoursAgo) * HOUR_MS, since: at }
  return {
    ...{ id: hoursAgo, alarm_id: maintenance.id, kind, created_at: at, cleared_at: at, known_at: at, value },
    ...{ args: maintenance.args, args_latest: null, device_output_config: {}, output_state: null },
    ...{ acknowledged_at: null, acknowledged_notes: null, AcknowledgedByUser: null, CriticalPartHistory: [] },
  }
}

test('the preview counts the trips that it lists: none that were withdrawn, and no maintenance completed early', async () => {
  const page = [row('announced', 1), row('early', 2), row('withdrawn', 3), row('late', 4)]
  serverOf()
    .on(previewAlarm, () => ({ status: 'success', settings: 'Every 500 h', title: 'PM runtime hours', lines: [] }))
    .on(readAlarmHistory, () => ({ status: 'success', page, totalCount: page.length }))
  showPage(<AlarmPreview alarm={maintenance} draft={draftOf(maintenance)} type={typeOf(6)} zone="UTC" />)
  const preview = within(screen.getByRole('complementary', { name: 'Preview' }))
  expect((await preview.findByText(/in the last 90 days/)).textContent).toBe('2 times in the last 90 days')
  expect(preview.getAllByRole('definition')).toHaveLength(2)
})

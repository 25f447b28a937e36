import { restatementsOfEquipment } from '@millwatch/contract/http/reports-status'
import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dropEntries, keptEntries } from '../../lib/kept-entries.ts'
import { enter, sendEntriesOf } from '../../lib/send-entries.ts'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { field, serverOf, showPage } from '../../ui/page.testing.ts'
import { IntervalDetail } from './interval-detail.tsx'
import { annotationEntry, keptAnnotation } from './kept-annotation.ts'

const stop = {
  ...{
    id: 1,
    equipment_id: 5,
    status_id: 2,
    started_at: '2026-01-05T06:00:00.000Z',
    ended_at: '2026-01-05T07:00:00.000Z',
  },
  ...{ duration_s: 3600, scheduled_s: 3600, scheduled_by_shift: [], excessive: false, xsf_report_ignored: false },
  ...{ status_reason_id: null, status_reason: null, notes: null, parts: [], tags: [] },
}

test('the field of a stop to which a reason was just given has it, also while the names of the reasons cannot be read', async () => {
  serverOf()
    .on(readInterval, () => ({ status: 'success', stretch: stop, as_of: stop.ended_at }))
    .on(restatementsOfEquipment, () => ({ status: 'success', restatements: [] }))
    .on(listReasons, () => refuse('forbidden'))
    .on(annotateStop, noAnswer)
  const end = sendEntriesOf('7/user/1', { [annotateStop.operation]: keptAnnotation })
  showPage(
    <IntervalDetail
      {...{ machineId: 5, machineName: 'Saw', id: 1, zone: 'UTC', drawn: undefined, onClose: undefined }}
      onChanged={() => undefined}
      partsOf={() => null}
    />,
  )
  expect((await screen.findByLabelText<HTMLInputElement>('Reason of this stop')).value).toBe('')
  const written = { id: 1, machineId: 5, machineName: 'Saw', startedAt: 0, zone: 'UTC' }
  act(() => void enter(annotationEntry(written, { status_reason_id: 9 }, { words: '', expected: null })))
  await screen.findByText('not saved yet')
  expect(field('Reason of this stop').value).toBe('…')
  end()
  dropEntries(keptEntries())
})

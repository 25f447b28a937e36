import { annotateStop } from '@millwatch/contract/http/stops'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dropEntries, keptEntries } from '../../lib/kept-entries.ts'
import { enter, sendEntriesOf } from '../../lib/send-entries.ts'
import { noAnswer, refuse } from '../../ui/fake-server.testing.ts'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { annotationEntry, keptAnnotation } from './kept-annotation.ts'
import { ReasonInRow } from './reason-in-row.tsx'

test('a stop to which a reason was just given has one, also while the names of the reasons cannot be read', async () => {
  serverOf()
    .on(listReasons, () => refuse('forbidden'))
    .on(annotateStop, noAnswer)
  const end = sendEntriesOf('7/user/1', { [annotateStop.operation]: keptAnnotation })
  const stop = { id: 1, machineId: 5, machineName: 'Saw', startedAt: 0, zone: 'UTC' }
  showPage(<ReasonInRow stop={stop} reason={undefined} onChanged={vi.fn()} />)
  await screen.findByRole('button', { name: /^No reason/ })
  act(() => void enter(annotationEntry(stop, { status_reason_id: 9 }, { words: '', expected: null })))
  await screen.findByText('not saved yet')
  expect(screen.queryByRole('button', { name: /^No reason/ })).toBeNull()
  end()
  dropEntries(keptEntries())
})

import { updateScheduleTemplate } from '@millwatch/contract/http/schedules'
import { HOUR_S } from '@millwatch/domain/time'
import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { noAnswer } from '../../ui/fake-server.testing.ts'
import { button, field, hand, message, serverOf, showPage } from '../../ui/page.testing.ts'
import { EditTemplate } from './edit-template.tsx'
import type { ScheduleTemplate } from './queries.ts'

const weekend: ScheduleTemplate = {
  ...{ id: 2, name: 'Weekend', type: 'weekly' },
  schedule_json_local: { 6: [[6 * HOUR_S, 14 * HOUR_S, 2]] },
}

/** Stores other ranges of the template, as a colleague does. */
let storeMeanwhile = (_: ScheduleTemplate['schedule_json_local']): void => undefined

function Live() {
  const [ranges, setRanges] = useState(weekend.schedule_json_local)
  useEffect(() => {
    storeMeanwhile = (stored) => act(() => setRanges(stored))
  }, [])
  return (
    <EditTemplate template={{ ...weekend, schedule_json_local: ranges }} isDeleted={false} onClose={() => undefined} />
  )
}

test('a day that a colleague changed meanwhile stays so when another day is saved', async () => {
  const server = serverOf('admin').on(updateScheduleTemplate, noAnswer)
  showPage(<Live />)
  await hand.selectOptions(field('Saturday, range 1, shift'), 'First')
  storeMeanwhile({ 5: [[8 * HOUR_S, 16 * HOUR_S, 1]], 6: [[6 * HOUR_S, 14 * HOUR_S, 2]] })
  expect(field('Friday, range 1, start').value).toBe('08:00')
  await hand.click(button('Save'))
  await message('Error updating schedule template')
  const [body] = server.bodies(updateScheduleTemplate)
  expect(body?.template.schedule_json_local).toMatchObject({
    5: [[8 * HOUR_S, 16 * HOUR_S, 1]],
    6: [[6 * HOUR_S, 14 * HOUR_S, 1]],
  })
  screen.getByRole('dialog')
})

import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { hand, serverOf, showPage } from './page.testing.ts'
import { WallTimeField } from './wall-time-field.tsx'

/** Form with a field for a local time, at first the noon of 5 January 2026, and a button that sends it. */
function TimeForm({ onSend }: { onSend: (sent: string) => void }) {
  const [value, setValue] = useState<Temporal.PlainDateTime | null>(Temporal.PlainDateTime.from('2026-01-05T12:00'))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(String(value))
      }}
    >
      <WallTimeField
        id="start"
        label="Start"
        placeholder="YYYY-MM-DD hh:mm"
        value={value}
        onValue={setValue}
        lastDay={Temporal.PlainDate.from('2026-01-31')}
        defaultTime={Temporal.PlainTime.from('00:00')}
      />
      <button type="submit">Send</button>
    </form>
  )
}

test('the first Enter takes a typed text, beside the calendar too, and the second sends the form', async () => {
  serverOf()
  const onSend = vi.fn()
  showPage(<TimeForm onSend={onSend} />)
  const entry = screen.getByRole('combobox')
  await hand.clear(entry)
  await hand.type(entry, '2026-01-06 08:15{Enter}')
  expect(onSend).not.toHaveBeenCalled()
  await hand.keyboard('{Enter}')
  expect(onSend.mock.calls).toEqual([['2026-01-06T08:15:00']])
  await hand.click(entry)
  const clock = await screen.findByRole('textbox', { name: 'Start, time' })
  await hand.clear(clock)
  await hand.type(clock, '8:30 PM{Enter}')
  expect(onSend).toHaveBeenCalledTimes(1)
  await hand.keyboard('{Enter}')
  expect(onSend).toHaveBeenLastCalledWith('2026-01-06T20:30:00')
})

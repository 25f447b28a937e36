import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MachineTile } from '../../features/tree/types.ts'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { AlarmLines, DownLine } from './attention-line.tsx'

const machines = (count: number): MachineTile[] =>
  Array.from({ length: count }, (_, i) => ({ id: i, name: `Saw ${i}`, current_status: null }) as unknown as MachineTile)

test.each([
  [4, /Saw 0.*Saw 3\S* *$/],
  [9, /Saw 3\S* +and 5 more$/],
])('of %i machines that are down four are named, and the number of the others', async (count, end) => {
  serverOf()
  showPage(<DownLine machines={machines(count)} areMore={false} to="/" />)
  expect((await screen.findByRole('link')).textContent).toMatch(end)
})

test('an alarm says since when the machine is in that state, not when the alarm tripped', async () => {
  serverOf()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000).toISOString()
  const alarm = {
    alarm_id: 1,
    text: 'Temperature above 175 °C',
    since: ago(8),
    tripped_at: ago(3),
    acknowledged: false,
  }
  showPage(<AlarmLines alarms={[{ ...alarm, Equipment: { id: 7, name: 'Press 7' } }]} />)
  const line = await screen.findByRole('link')
  expect(line.textContent).toMatch(/^Press 7 Temperature above 175\u00a0°C · since\u00a0.*\d+:\d\d.*\(8\u00a0m\)$/)
})

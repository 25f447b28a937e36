import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { MINUTE_MS } from '@millwatch/domain/time'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { machine } from '../../features/tree/machine.testing.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { stubLayout } from '../../ui/layout.testing.ts'
import { instant, serverOf, showPage } from '../../ui/page.testing.ts'
import { StatusBand } from './status-band.tsx'
import type { OperatorData } from './use-operator-data.ts'

beforeEach(stubLayout)

/** Returns an instant of 5 January 2026 in UTC, epoch ms. */
const on = (time: string): number => Date.parse(`2026-01-05T${time}Z`)

interface Stopped {
  readonly from: string
  readonly readAt: string
  /** Scheduled time in the stop so far, minutes. */
  readonly scheduledMin: number
  /** Times outside the schedule in the current shift, which goes from 22:00 to the next morning. */
  readonly breaks?: readonly (readonly [from: string, to: string])[]
}

/** Shows the band of a machine that stands still, with a threshold of 30 minutes, and resolves with its warning. */
async function warning({ from, readAt, scheduledMin, breaks = [] }: Stopped): Promise<string | null> {
  const [startedAt, at] = [on(from), on(readAt)]
  const drawn = { from: startedAt, ms: [null], status_id: [2], several: [], several_unscheduled: [], reasons: [] }
  const unscheduled = breaks.map(([start, end]): [number, number] => [on(start), on(end)])
  serverOf().on(drawnOfEquipment, () => ({
    ...{ status: 'success', as_of: new Date(at).toISOString() },
    equipment: [{ id: machine.id, ...drawn, interval_id: [7], shifts: [], unscheduled }],
  }))
  const current = {
    ...{ startedAt, endedAt: null, durationMs: at - startedAt },
    ...{ scheduledMs: scheduledMin * MINUTE_MS, thresholdMs: 30 * MINUTE_MS },
  }
  showPage(
    <StatusBand
      machine={{
        ...machine,
        in_excessive_downtime: true,
        current_status: { status: 2, started_at: new Date(startedAt).toISOString() },
        current_shift: { shift: 3, started_at: '2026-01-05T22:00:00.000Z', ended_at: '2026-01-06T06:00:00.000Z' },
      }}
      data={{ current, readAt: at, stops: [], reasons: [], hour: {} } as unknown as OperatorData}
    />,
  )
  await screen.findByRole('img', { name: /this shift: .*down/i })
  return screen.getByText('Excessive').parentElement?.textContent ?? null
}

test.each<[string, Stopped, string]>([
  ['a stop without unscheduled time', { from: '20:10:00', readAt: '22:30:00', scheduledMin: 140 }, ' at 8:40 PM'],
  ['a stop from the shift before, over a gap', { from: '13:00:00', readAt: '22:30:00', scheduledMin: 90 }, ''],
  ['a stop that began in the gap', { from: '21:00:00', readAt: '22:45:00', scheduledMin: 45 }, ' at 10:30 PM'],
  [
    'a stop with a break of the shift after it',
    { from: '22:10:00', readAt: '23:30:00', scheduledMin: 50, breaks: [['22:50:00', '23:20:00']] },
    ' at 10:40 PM',
  ],
])('the warning shows when the threshold was passed, if that is known: %s', async (_, stopped, instant) => {
  expect(await warning(stopped)).toBe(`Excessive30 m passed${instant}`)
})

/**
 * Shows the band of a machine that is down, whose line of the shift cannot be read; `hour` is the data of the last hour. Resolves
 * once the line was asked for.
 */
async function showDown(hour: unknown): Promise<void> {
  let isAsked = false
  serverOf().on(drawnOfEquipment, () => {
    isAsked = true
    return refuse('forbidden')
  })
  const down = { ...machine, last_ping_at: null, current_status: { status: 2 as const, started_at: instant } }
  showPage(<StatusBand machine={down} data={{ stops: [], reasons: [], hour } as unknown as OperatorData} />)
  await waitFor(() => expect(isAsked).toBe(true))
}

test('a machine that is down is said to have no reason once its last hour is read', async () => {
  await showDown({ data: { intervals: [{ reason: undefined }] } })
  screen.getByText('(no reason)')
})

test('a machine that is down is not said to have no reason before its last hour is read', async () => {
  await showDown({ data: undefined })
  expect(screen.queryByText('(no reason)')).toBeNull()
})

test('the line of a shift that is not read does not say that the machine sent no data', async () => {
  await showDown({ data: undefined })
  expect(screen.queryByRole('img', { name: /no data/ })).toBeNull()
})

import { expect, it } from 'vitest'
import { readChoices, writeChoices } from './use-equipment-choices.ts'

const usual = readChoices(new URLSearchParams())

it('defaults are left out of the address, and other parameters stay', () => {
  expect(writeChoices(new URLSearchParams('tab=equipment&shift=1'), usual).toString()).toBe('tab=equipment&shift=1')
})

it('the address holds view, order, filter and open charts, and reads them back', () => {
  const charts = new Map([
    [12, 'cycle'],
    [7, 'status'],
  ] as const)
  const filter = {
    statuses: new Set(['down', 'offline'] as const),
    isExcessive: true,
    isScheduled: true,
    isUnscheduled: true,
    text: 'a&b',
  }
  const wanted = { view: 'timeline', sort: 'longest', filter, charts } as const
  const written = writeChoices(new URLSearchParams(), wanted)
  expect(written.toString()).toBe(
    'view=timeline&sort=longest&charts=12c%2C7s&status=down%2Coffline&excessive=1&scheduled=1&unscheduled=1&q=a%26b',
  )
  expect(readChoices(written)).toEqual(wanted)
  expect(readChoices(new URLSearchParams('view=x&sort=y&charts=12,ac,9c&status=downn'))).toEqual({
    ...usual,
    charts: new Map([[9, 'cycle']]),
  })
})

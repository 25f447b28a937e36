import { endRun } from '@millwatch/contract/http/runs'
import { expect, it } from 'vitest'
import { endEntry } from './kept-run.ts'

it('a run without scrapped parts is ended by a body that a display may send too', () => {
  expect(endEntry(1, 3, 0)).toMatchObject({ params: { id: 3 }, body: {} })
  expect(Object.keys(endEntry(1, 3, 0).body)).toEqual(endRun.policy.kiosk?.only)
  expect(endEntry(1, 3, 2).body).toEqual({ scrap: 2 })
})

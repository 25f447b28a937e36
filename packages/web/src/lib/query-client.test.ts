import { expect, it } from 'vitest'
import { ApiError, NetworkError } from './api.ts'
import { activeRefresh, makeQueryClient, TREE_REFRESH_MS } from './query-client.ts'

const after = (error: Error | null) => activeRefresh({ state: { error } })

it('a unit or machine is read again every 5 minutes, the tree every 10', () => {
  expect(after(null)).toBe(300_000)
  expect(TREE_REFRESH_MS).toBe(600_000)
})

it('a 401 or 404 stops that, anything else that went wrong does not', () => {
  expect(after(new ApiError(401, 'Unauthorized'))).toBe(false)
  expect(after(new ApiError(404, 'Invalid request'))).toBe(false)
  for (const error of [new ApiError(403, ''), new ApiError(500, ''), new NetworkError()])
    expect(after(error)).toBe(300_000)
})

it('a refused call is not repeated, an unanswered one is, three times', () => {
  const { retry } = makeQueryClient().getDefaultOptions().queries ?? {}
  const again = retry as (failures: number, error: Error) => boolean
  expect(again(0, new ApiError(400, ''))).toBe(false)
  expect(again(0, new ApiError(499, ''))).toBe(false)
  expect([0, 2, 3].map((failures) => again(failures, new ApiError(500, '')))).toEqual([true, true, false])
  expect(again(2, new NetworkError())).toBe(true)
})

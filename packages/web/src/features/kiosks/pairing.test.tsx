import { exchangeCode } from '@millwatch/contract/http/identity'
import { createPairing, readPairing } from '@millwatch/contract/http/kiosks'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { now } from '../../lib/clock.ts'
import { makeQueryClient } from '../../lib/query-client.ts'
import { refuse } from '../../ui/fake-server.testing.ts'
import { serverOf } from '../../ui/page.testing.ts'
import { usePairing } from './pairing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const kiosk = { id: 1, name: 'Hall', page: 'unit', equipment_id: null, org_unit_id: 70 } as const

test('A browser that has entered asks nothing more, however long its first page takes to load', async () => {
  let exchanges = 0
  const expires_at = new Date(now() + 600_000).toISOString()
  const server = serverOf('user')
    .on(createPairing, () => ({ status: 'success', code: 'KXRTMB', secret: 's'.repeat(43), expires_at }))
    .on(readPairing, () => ({ status: 'success', state: 'paired' }))
    .on(exchangeCode, () => {
      if (++exchanges > 1) return refuse('unauthorized')
      return { status: 'success', expires_at, kiosk }
    })
  const client = makeQueryClient()
  const onEntered = vi.fn(() => client.clear())
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { rerender } = renderHook(() => usePairing(onEntered), { wrapper })
  for (let second = 0; second < 10; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    rerender()
  }
  expect(onEntered).toHaveBeenCalledOnce()
  expect([exchanges, server.bodies(createPairing).length, server.bodies(readPairing).length]).toEqual([1, 1, 1])
})

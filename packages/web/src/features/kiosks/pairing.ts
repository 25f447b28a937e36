import type { Answer } from '@millwatch/contract/endpoint'
import { exchangeCode } from '@millwatch/contract/http/identity'
import { createPairing, readPairing } from '@millwatch/contract/http/kiosks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { now, useNow } from '../../lib/clock.ts'

const ASK_MS = 1000

type Pairing = Answer<typeof createPairing>

/** Code that this browser shows; null: none is known yet, or the server cannot be reached. */
interface ShownCode {
  readonly code: string | null
  /** Time for which the code is still valid, ms. */
  readonly leftMs: number
  readonly isUnreachable: boolean
}

/**
 * Returns a code that an admin types to make this browser a kiosk display. It asks every second what became of the code,
 * shows another one when it is over, and calls `onEntered` when this browser has the session of its display.
 */
export function usePairing(onEntered: () => void): ShownCode {
  const [round, setRound] = useState(0)
  const made = useQuery({
    queryKey: ['pairing', round],
    queryFn: () => call(createPairing, { body: {} }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 5 * ASK_MS,
  })
  const fate = useQuery({
    queryKey: ['pairing', round, 'state'],
    queryFn: () => fateOf(made.data),
    enabled: made.data !== undefined,
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })
  const at = useNow()
  const leftMs = made.data === undefined ? 0 : Math.max(0, Date.parse(made.data.expires_at) - at)
  const isOver = fate.data === 'over'
  const enter = useEffectEvent(onEntered)
  useEffect(() => {
    if (fate.data === 'entered') enter()
  }, [fate.data])
  useEffect(() => {
    if (isOver) setRound((before) => before + 1)
  }, [isOver])
  return {
    code: leftMs > 0 && !isOver ? (made.data?.code ?? null) : null,
    leftMs,
    isUnreachable: made.failureCount > 0 || fate.isError,
  }
}

/** Asks what became of a code, and takes its session once an admin has typed it. A session that is refused is over. */
async function fateOf(pairing: Pairing | undefined): Promise<'waiting' | 'over' | 'entered'> {
  if (pairing === undefined || Date.parse(pairing.expires_at) <= now()) return 'over'
  const { secret } = pairing
  const { state } = await call(readPairing, { body: { secret } })
  if (state !== 'paired') return state
  try {
    await call(exchangeCode, { body: { code: secret, cookie: true } })
    return 'entered'
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'over'
    throw error
  }
}

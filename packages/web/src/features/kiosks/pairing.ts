import type { Answer } from '@millwatch/contract/endpoint'
import { exchangeCode } from '@millwatch/contract/http/identity'
import { createPairing, readPairing } from '@millwatch/contract/http/kiosks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { now, useNow } from '../../lib/clock.ts'

const ASK_MS = 1000

type Pairing = Answer<typeof createPairing>

/**
 * State of the pairing: the code to show (null: not known yet, or expired), its time left, and if the server cannot be reached.
 */
interface ShownCode {
  readonly code: string | null
  /** Time until the code expires, ms; 0 without a code. */
  readonly leftMs: number
  readonly isUnreachable: boolean
}

/**
 * Returns a code that an admin types to make this browser a kiosk display. It reads the state of the code every second, makes
 * another code when it has expired (after a failure again every 5 s), and calls `onEntered` when this browser has received the
 * session of the display.
 */
export function usePairing(onEntered: () => void): ShownCode {
  const [round, setRound] = useState(0)
  // From then on nothing is read: this page may stay a while until the next one is loaded, and the code is used up.
  const [hasEntered, setEntered] = useState(false)
  const made = useQuery({
    queryKey: ['pairing', round],
    queryFn: () => call(createPairing, { body: {} }),
    enabled: !hasEntered,
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 5 * ASK_MS,
  })
  const fate = useQuery({
    queryKey: ['pairing', round, 'state'],
    queryFn: () => fateOf(made.data),
    enabled: made.data !== undefined && !hasEntered,
    refetchInterval: ({ state }) => (state.data === 'entered' ? false : ASK_MS),
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  })
  const at = useNow()
  const leftMs = made.data === undefined ? 0 : Math.max(0, Date.parse(made.data.expires_at) - at)
  const isOver = fate.data === 'over'
  const enter = useEffectEvent(onEntered)
  useEffect(() => {
    if (fate.data !== 'entered') return
    setEntered(true)
    enter()
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

/**
 * Reads the state of a code, and exchanges it for a session once an admin has typed it. Returns `waiting`, `entered` after the
 * exchange, or `over` if the code has expired or the session is refused. Throws other errors.
 */
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

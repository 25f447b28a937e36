import type { Changed, Room } from '@millwatch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import type { LiveBatch } from './rooms.ts'
import { listen } from './socket.ts'

/**
 * Listens to a room while mounted. `onBatch` gets its messages. `readAgain` is called after every join and resync, and
 * with the kind of change when the server says it.
 */
export function useRoom(room: Room, onBatch: (batch: LiveBatch) => void, readAgain: (change?: Changed) => void): void {
  const onBatchEvent = useEffectEvent(onBatch)
  const onReadAgain = useEffectEvent(readAgain)
  useEffect(
    () => listen(room, { onBatch: (batch) => onBatchEvent(batch), readAgain: (change) => onReadAgain(change) }),
    [room],
  )
}

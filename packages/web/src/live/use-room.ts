import type { Room } from '@millwatch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import type { LiveBatch } from './rooms.ts'
import { listen } from './socket.ts'

/**
 * Listens to a room while the component exists. `onBatch` gets its messages. `readAgain(since)` is called after every join and
 * after a gap in the messages, to read data of the room again that was requested at or before `since` (`monotonicMs`).
 */
export function useRoom(room: Room, onBatch: (batch: LiveBatch) => void, readAgain: (since: number) => void): void {
  const onBatchEvent = useEffectEvent(onBatch)
  const onReadAgain = useEffectEvent(readAgain)
  useEffect(
    () => listen(room, { onBatch: (batch) => onBatchEvent(batch), readAgain: (since) => onReadAgain(since) }),
    [room],
  )
}

import type { Changed, Room } from '@millwatch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import type { LiveBatch } from './rooms.ts'
import { listen } from './socket.ts'

/**
 * Listens to a room while mounted. `hear` gets its messages. `readAgain` is called after every join and resync, and
 * with the kind of change when the server says it.
 */
export function useRoom(room: Room, hear: (batch: LiveBatch) => void, readAgain: (change?: Changed) => void): void {
  const onHear = useEffectEvent(hear)
  const onReadAgain = useEffectEvent(readAgain)
  useEffect(() => listen(room, { hear: (batch) => onHear(batch), readAgain: (change) => onReadAgain(change) }), [room])
}

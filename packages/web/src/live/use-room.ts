import type { Changed, Room } from '@millwatch/contract/live'
import { useEffect, useEffectEvent } from 'react'
import type { LiveBatch } from './rooms.ts'
import { listen } from './socket.ts'

/** Listens to a room while mounted. `hear` gets what came, `readAgain` is called after every join and resync, and with what changed where that is told. */
export function useRoom(room: Room, hear: (batch: LiveBatch) => void, readAgain: (what?: Changed) => void): void {
  const onHear = useEffectEvent(hear)
  const onReadAgain = useEffectEvent(readAgain)
  useEffect(() => listen(room, { hear: (batch) => onHear(batch), readAgain: (what) => onReadAgain(what) }), [room])
}

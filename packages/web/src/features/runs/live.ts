import { roomOfEquipment } from '@millwatch/contract/live'
import { useEffect, useRef } from 'react'
import { useRoom } from '../../live/use-room.ts'
import { useToast } from '../../ui/use-toast.tsx'
import type { CurrentRun } from './queries.ts'

/** Time for which the message that a run has ended by itself is shown, s. */
const SAID_S = 30

/** Ids of the runs that were ended in this window, for which no message is shown. */
const endedHere = new Set<number>()

export const rememberEndedHere = (runId: number): void => {
  endedHere.add(runId)
}

/**
 * Shows a message for 30 s when the active run of this machine reaches its quantity and so ends by itself. It is shown once, and
 * not for a run that was ended in this window.
 */
export function useRunEndedLive(machineId: number, run: CurrentRun | null): void {
  const toast = useToast()
  const shown = useRef<number>(undefined)
  useEffect(() => {
    if (run !== null) shown.current = run.id
  }, [run])
  useRoom(
    roomOfEquipment(machineId),
    (batch) => {
      for (const { run_id, ended_at, ended_by_count, cycles_current } of batch.run) {
        if (!ended_by_count || ended_at === null || run_id !== shown.current || endedHere.has(run_id)) continue
        shown.current = undefined
        toast.info(`Run automatically ended after ${cycles_current} cycles`, SAID_S)
      }
    },
    () => undefined,
  )
}

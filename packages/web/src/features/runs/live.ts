import { roomOfEquipment } from '@millwatch/contract/live'
import { useEffect, useRef } from 'react'
import { useRoom } from '../../live/use-room.ts'
import { useToast } from '../../ui/use-toast.tsx'
import type { CurrentRun } from './queries.ts'

/** Duration of the message that a run has ended by itself, seconds (specification 2, section 9). */
const SAID_S = 30

/** Runs that were ended in this browser; no message is shown for these. */
const endedHere = new Set<number>()

export const rememberEndedHere = (runId: number): void => {
  endedHere.add(runId)
}

/**
 * Shows a message for 30 s when the run of this machine reaches its total and so ends by itself. A run that was ended in this
 * browser makes no message.
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

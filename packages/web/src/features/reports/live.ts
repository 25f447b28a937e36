import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import type { Subject } from '../../scope/subject.ts'

/** Delay from the end of a run until the report of runs is read again, ms. */
const AFTER_CHANGE_MS = 200

/**
 * Reads the report of runs again 200 ms after a run of the machine, or of a machine under the unit, has ended, and after a lost
 * connection.
 */
export function useRunsReportLive({ which, id }: Subject): void {
  const client = useQueryClient()
  const queryKey = ['report-runs', which, id]
  useRoom(
    which === 'o' ? roomOfOrgUnit(id) : roomOfEquipment(id),
    (batch) => {
      if (batch.run.some(({ ended_at }) => ended_at !== null)) readAgainSoon(client, queryKey, AFTER_CHANGE_MS)
    },
    (since) => void readMissed(client, queryKey, since),
  )
}

/** Delay from a change of status until the status log is read again, ms. */
const AFTER_STATUS_MS = 300
/** Shortest interval between two readings after late data, ms, since late data change the log again and again. */
const LATE_EVERY_MS = 3000

/**
 * Reads the status log of a machine again 300 ms after its status changed, after a lost connection, and after late data changed
 * its past (then at most every 3 s, with the list of restatements).
 */
export function useStatusLogLive(machineId: number): void {
  const client = useQueryClient()
  const queryKey = ['report-status', machineId]
  const readAgain = (everyMs = 0): void => readAgainSoon(client, queryKey, AFTER_STATUS_MS, everyMs)
  useRoom(
    roomOfEquipment(machineId),
    (batch) => {
      if (batch.status.length > 0) readAgain()
      if (!batch.cycle.some((cycle) => cycle.restated)) return
      readAgain(LATE_EVERY_MS)
      readAgainSoon(client, ['restatements', machineId], AFTER_STATUS_MS, LATE_EVERY_MS)
    },
    (since) => void readMissed(client, queryKey, since),
  )
}

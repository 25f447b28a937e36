import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import type { Subject } from '../../scope/subject.ts'

/** Delay before a report is read again after a change, ms. */
const AFTER_CHANGE_MS = 200

/** Reads the report of runs again when a run of the machine, or of a machine under the unit, reached its total and ended. */
export function useRunsReportLive({ which, id }: Subject): void {
  const client = useQueryClient()
  const readAgain = (): void => readAgainSoon(client, ['report-runs', which, id], AFTER_CHANGE_MS)
  useRoom(
    which === 'o' ? roomOfOrgUnit(id) : roomOfEquipment(id),
    (batch) => {
      if (batch.run.some(({ ended_at }) => ended_at !== null)) readAgain()
    },
    readAgain,
  )
}

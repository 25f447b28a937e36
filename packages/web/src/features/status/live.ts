import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { patchSpans, patchTimelines } from './patch.ts'
import { machineTimelineQuery, unitTimelinesQuery } from './queries.ts'

/** All timelines of a unit are much to read: a patch holds until then. */
const UNIT_MS = 60_000
const RESTATED_MS = 5000
const MACHINE_MS = 500

export function useUnitTimelinesLive(id: number): void {
  const client = useQueryClient()
  const { queryKey } = unitTimelinesQuery(id)
  useRoom(
    roomOfOrgUnit(id),
    (batch) => {
      client.setQueryData(queryKey, (known) => known && patchTimelines(known, batch))
      if (batch.status.length > 0) readAgainSoon(client, queryKey, UNIT_MS)
      if (batch.cycle.some((cycle) => cycle.restated)) readAgainSoon(client, queryKey, RESTATED_MS)
    },
    () => void client.invalidateQueries({ queryKey }),
  )
}

export function useMachineTimelineLive(id: number): void {
  const client = useQueryClient()
  const { queryKey } = machineTimelineQuery(id)
  useRoom(
    roomOfEquipment(id),
    (batch) => {
      client.setQueryData(queryKey, (known) => known && patchSpans(known, batch))
      if (batch.status.length > 0 || batch.cycle.some((cycle) => cycle.restated))
        readAgainSoon(client, queryKey, MACHINE_MS)
    },
    () => void client.invalidateQueries({ queryKey }),
  )
}

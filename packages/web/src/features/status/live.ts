import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { byMachine, type OfMachine, patchPicture, patchSpans } from './patch.ts'
import { type Picture, picturesKey, SPARK_CYCLES } from './pictures.ts'
import { machineTimelineQuery } from './queries.ts'

/** Pictures of many machines are much to read: a patch holds until then. */
const UNIT_MS = 60_000
const RESTATED_MS = 5000
const MACHINE_MS = 500

/** Keeps the pictures that are seen of a unit's machines live: what was told of one changes those of that one alone. */
export function useUnitTimelinesLive(id: number): void {
  const client = useQueryClient()
  const queryKey = picturesKey(id)
  useRoom(
    roomOfOrgUnit(id),
    (batch) => {
      if (batch.status.length + batch.cycle.length === 0) return
      patchPictures(client, id, byMachine(batch))
      if (batch.status.length > 0) readAgainSoon(client, queryKey, UNIT_MS)
      if (batch.cycle.some((cycle) => cycle.restated)) readAgainSoon(client, queryKey, RESTATED_MS)
    },
    () => void client.invalidateQueries({ queryKey }),
  )
}

function patchPictures(client: QueryClient, unitId: number, told: ReadonlyMap<number, OfMachine>): void {
  for (const query of client.getQueryCache().findAll({ queryKey: picturesKey(unitId), type: 'active' })) {
    const ofMachine = told.get(query.queryKey[2] as number)
    if (ofMachine === undefined) continue
    client.setQueryData<Picture>(query.queryKey, (known) => known && patchPicture(known, ofMachine, SPARK_CYCLES))
  }
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

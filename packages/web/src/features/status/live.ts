import { roomOfOrgUnit } from '@millwatch/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { byMachine, type OfMachine, patchPicture } from './patch.ts'
import { type Picture, picturesKey, SPARK_CYCLES } from './pictures.ts'

/** Pictures of many machines are much to read: a patch holds until then. */
const UNIT_MS = 60_000
/** A device that sends what it kept restates cycle by cycle. */
const RESTATED_MS = 5000
const RESTATED_EVERY_MS = 30_000

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
      if (batch.cycle.some((cycle) => cycle.restated)) readAgainSoon(client, queryKey, RESTATED_MS, RESTATED_EVERY_MS)
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

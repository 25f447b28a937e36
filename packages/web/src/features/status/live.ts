import { roomOfOrgUnit } from '@millwatch/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { byMachine, type MachineMessages, patchPreview } from './patch.ts'
import type { Preview } from './preview.ts'
import { previewsKey, SPARK_CYCLES } from './previews.ts'

/**
 * Delay from a change of status until the previews of a unit are read again, ms. It is long since there are many; until then live
 * messages change them.
 */
const UNIT_MS = 60_000
/**
 * Delay after restated cycles until previews are read again, ms, since a device that sends buffered data restates one cycle after
 * another. The constant below is the shortest interval of such readings.
 */
const RESTATED_MS = 5000
const RESTATED_EVERY_MS = 30_000

/**
 * Keeps the previews of a unit's machines that are on screen up to date: a live message changes the preview of its machine in the
 * query cache at once. All are read again a minute after a change of status, 5 s after restated cycles (at most every 30 s), and
 * after a lost connection.
 */
export function useUnitTimelinesLive(id: number): void {
  const client = useQueryClient()
  const queryKey = previewsKey(id)
  useRoom(
    roomOfOrgUnit(id),
    (batch) => {
      if (batch.status.length + batch.cycle.length === 0) return
      patchPreviews(client, id, byMachine(batch))
      if (batch.status.length > 0) readAgainSoon(client, queryKey, UNIT_MS)
      if (batch.cycle.some((cycle) => cycle.restated)) readAgainSoon(client, queryKey, RESTATED_MS, RESTATED_EVERY_MS)
    },
    (since) => void readMissed(client, queryKey, since),
  )
}

function patchPreviews(client: QueryClient, unitId: number, changes: ReadonlyMap<number, MachineMessages>): void {
  for (const query of client.getQueryCache().findAll({ queryKey: previewsKey(unitId), type: 'active' })) {
    const ofMachine = changes.get(query.queryKey[2] as number)
    if (ofMachine === undefined) continue
    client.setQueryData<Preview>(query.queryKey, (cached) => cached && patchPreview(cached, ofMachine, SPARK_CYCLES))
  }
}

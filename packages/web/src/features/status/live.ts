import { roomOfOrgUnit } from '@millwatch/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { byMachine, type MachineMessages, patchPreview } from './patch.ts'
import type { Preview } from './preview.ts'
import { previewsKey, SPARK_CYCLES } from './previews.ts'

/**
 * Delay after a status change before the previews of a unit are read again, since there are many; until then they are
 * patched.
 */
const UNIT_MS = 60_000
/** Delays after restated cycles, ms: a device that sends buffered data restates one cycle after another. */
const RESTATED_MS = 5000
const RESTATED_EVERY_MS = 30_000

/**
 * Keeps the visible previews of a unit's machines up to date: a live message changes the preview of its machine in the query
 * cache at once. All are read again a minute after a change of status, and 5 s after restated cycles.
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

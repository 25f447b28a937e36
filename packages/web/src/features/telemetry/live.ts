import { roomOfEquipment } from '@millwatch/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { appendRows } from './patch.ts'
import { rawDataQuery } from './queries.ts'

/** A day of rows is read again only when it must be, and then not more often than this. */
const RESTATED_MS = 3000

export function useRawDataLive(id: number): void {
  const client = useQueryClient()
  const { queryKey } = rawDataQuery(id)
  useRoom(
    roomOfEquipment(id),
    (batch) => {
      client.setQueryData(queryKey, (known) => known && appendRows(known, batch))
      if (batch.cycle.some((cycle) => cycle.restated || cycle.count > 1)) readAgainSoon(client, queryKey, RESTATED_MS)
    },
    () => void client.invalidateQueries({ queryKey }),
  )
}

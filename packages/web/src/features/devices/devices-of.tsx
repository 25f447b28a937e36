import { roomOfEquipment } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import type { Subject } from '../../scope/subject.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { devicesKey, machineKey, machineQuery } from './queries.ts'

/** Delay from a live message until the machine with its devices is read again, and the shortest interval of such readings, ms. */
const AFTER_CONTACT_MS = 200
const EVERY_MS = 1000

/**
 * Panel with the devices of a machine, which it loads by the machine's id and reads again after each live message of the machine,
 * at most once a second. It shows a placeholder while it loads and an error with a button to try again.
 */
export function DevicesOf({ subject: { id } }: { subject: Subject }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(machineQuery(id))
  useRoom(
    roomOfEquipment(id),
    (batch) => {
      readAgainSoon(client, machineKey(id), AFTER_CONTACT_MS, EVERY_MS)
      if (batch.comm.length > 0) readAgainSoon(client, devicesKey, AFTER_CONTACT_MS, ACTIVE_REFRESH_MS)
    },
    (since) => void readMissed(client, machineKey(id), since),
  )
  if (data !== undefined) return <DevicesPanel machine={data} />
  if (error === null)
    return (
      <div aria-busy="true">
        <Skeleton height={320} />
      </div>
    )
  return <TryAgain onRetry={refetch}>{error.message}</TryAgain>
}

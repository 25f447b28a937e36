import { roomOfCompany, roomOfEquipment } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { Bone } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { devicesKey, machineKey, machineQuery } from './queries.ts'

/** Accounts of what devices sent follow at leisure. */
const AFTER_CONTACT_MS = 5000

interface DevicesOfProps {
  id: number
  companyId: number
  mayEdit: boolean
}

/** The devices of a machine, read for themselves and kept live. */
export function DevicesOf({ id, companyId, mayEdit }: DevicesOfProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(machineQuery(id))
  useRoom(
    roomOfEquipment(id),
    () => readAgainSoon(client, machineKey(id), AFTER_CONTACT_MS),
    () => void client.invalidateQueries({ queryKey: machineKey(id) }),
  )
  // Somebody changed devices of the company, or one claimed its place.
  useRoom(
    roomOfCompany(companyId),
    () => undefined,
    () => {
      for (const queryKey of [machineKey(id), devicesKey]) void client.invalidateQueries({ queryKey })
    },
  )
  if (data !== undefined) return <DevicesPanel machine={data} mayEdit={mayEdit} />
  if (error === null)
    return (
      <div aria-busy="true">
        <Bone height={320} />
      </div>
    )
  return <TryAgain onRetry={refetch}>{error.message}</TryAgain>
}

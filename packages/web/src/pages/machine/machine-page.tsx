import './machine.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useMachineTimelineLive } from '../../features/status/live.ts'
import { useRawDataLive } from '../../features/telemetry/live.ts'
import { useEquipmentLive } from '../../features/tree/live.ts'
import { equipmentQuery } from '../../features/tree/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { usePageZone } from '../../scope/place.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReadError } from '../read-error.tsx'
import { MachineBones } from './machine-bones.tsx'
import { MachineView } from './machine-view.tsx'

/** A machine: what it does now, how much it ran today, and its last 24 hours. */
export function MachinePage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <MachineOf key={id} id={id} /> : <InvalidRequest />
}

function MachineOf({ id }: { id: number }) {
  useEquipmentLive(id)
  useMachineTimelineLive(id)
  useRawDataLive(id)
  const { data: machine, error, refetch } = useQuery(equipmentQuery(id))
  useTitle(machine?.name)
  usePageZone(machine?.actual_timezone)
  if (machine !== undefined) return <MachineView machine={machine} />
  if (error instanceof ApiError && error.status === 404) return <InvalidRequest />
  if (error !== null) return <ReadError what="This machine" error={error} onRetry={() => void refetch()} />
  return <MachineBones />
}

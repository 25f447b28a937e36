import './machine.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useEquipmentLive, useReadAtTurn } from '../../features/tree/live.ts'
import { beginEquipment, equipmentKey, equipmentQuery } from '../../features/tree/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { useLastMachine } from '../../scope/last-machine.ts'
import { usePageZone, useShiftsOfMachine } from '../../scope/place.ts'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReadError } from '../read-error.tsx'
import { MachineSkeleton } from './machine-skeleton.tsx'
import { MachineView } from './machine-view.tsx'

export { beginEquipment as beginMachine }

/** Page of a machine: its current state, live, and its data over the period of the scope. */
export function MachinePage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <MachineOf key={id} id={id} /> : <InvalidRequest />
}

function MachineOf({ id }: { id: number }) {
  useEquipmentLive(id)
  const { data: machine, error, refetch } = useQuery(equipmentQuery(id))
  const itself = useMemo(() => machine && [machine], [machine])
  useReadAtTurn(equipmentKey(id), itself)
  useTitle(machine?.name)
  useLastMachine(machine?.id)
  const isPlaced = usePageZone(machine?.actual_timezone, useShiftsOfMachine(machine))
  if (machine !== undefined && isPlaced) return <MachineView machine={machine} />
  if (error instanceof ApiError && error.status === 404) return <InvalidRequest />
  if (error !== null) return <ReadError subject="This machine" error={error} onRetry={() => void refetch()} />
  return <MachineSkeleton />
}

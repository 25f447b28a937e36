import './operator.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useEquipmentLive } from '../../features/tree/live.ts'
import { equipmentQuery } from '../../features/tree/queries.ts'
import { ApiError } from '../../lib/api.ts'
import { keepPage } from '../../lib/kept-page.ts'
import { useTitle } from '../../lib/title.ts'
import { useLastMachine } from '../../scope/last-machine.ts'
import { usePageZone, useShiftsOfMachine } from '../../scope/place.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { InvalidRequest } from '../not-found/invalid-request.tsx'
import { ReadError } from '../read-error.tsx'
import { OperatorView } from './operator-view.tsx'
import { keepShell } from './shell-worker.ts'
import { useHourScope } from './use-hour-scope.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** Screen of a machine for the person who works at it, on a tablet: status, reasons of stops, run, alarms and values, live. */
export function OperatorPage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <OperatorOf key={id} id={id} /> : <InvalidRequest />
}

function OperatorOf({ id }: { id: number }) {
  const client = useQueryClient()
  useEquipmentLive(id)
  useHourScope()
  useWakeLock()
  useEffect(() => {
    document.documentElement.dataset.operator = 'true'
    return () => {
      delete document.documentElement.dataset.operator
    }
  }, [])
  useEffect(() => keepPage(client), [client])
  useEffect(keepShell, [])
  const { data: machine, error, refetch } = useQuery(equipmentQuery(id))
  useLastMachine(machine?.id)
  useTitle(machine === undefined ? undefined : `${machine.name} - Operator`)
  const isPlaced = usePageZone(machine?.actual_timezone, useShiftsOfMachine(machine))
  if (machine !== undefined && isPlaced) return <OperatorView machine={machine} />
  if (error instanceof ApiError && error.status === 404) return <InvalidRequest />
  if (error !== null) return <ReadError subject="This machine" error={error} onRetry={() => void refetch()} />
  return (
    <div className="operator">
      <Skeleton height={56} />
      <Skeleton height={172} />
      <Skeleton height={270} />
    </div>
  )
}

import { roomOfEquipment } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isToBeReadAgain } from '../../features/telemetry/append.ts'
import { CHART_COLUMNS } from '../../features/telemetry/charts-props.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { readAgainSoon } from '../../live/read-again.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import { useRoom } from '../../live/use-room.ts'
import { useScope, useScopeKey } from '../../scope/scope.ts'
import { machineDataQuery, patchMachineData } from './machine-data.ts'

/** A status, a run and late data change figures: those are read soon. */
const AFTER_CHANGE_MS = 500
/** What a cycle adds is drawn at once; the sums follow at leisure, the longer the period the less they change. */
const LEAST_PACE_MS = 10_000
const SLOWEST_PACE_MS = 60_000

const changes = (batch: LiveBatch): boolean =>
  batch.status.length + batch.run.length + batch.xsf.length > 0 || isToBeReadAgain(batch)

/** All that is drawn of a machine over the period of the scope, kept live. */
export function useMachineData(machine: Equipment) {
  const client = useQueryClient()
  const scope = useScope()
  const options = machineDataQuery(machine, useScopeKey(machine.actual_timezone), scope)
  const { queryKey } = options
  const read = useQuery(options)
  const period = read.data
  useRoom(
    roomOfEquipment(machine.id),
    (batch) => {
      client.setQueryData(queryKey, (known) => known && patchMachineData(known, batch, machine, scope))
      // A period that is over changes only where the past is told otherwise.
      if (period?.isLive === false && !changes(batch)) return
      const columnMs = period === undefined ? 0 : (period.to - period.from) / CHART_COLUMNS
      const pace = Math.min(SLOWEST_PACE_MS, Math.max(LEAST_PACE_MS, columnMs))
      readAgainSoon(client, queryKey, changes(batch) ? AFTER_CHANGE_MS : pace)
    },
    () => void client.invalidateQueries({ queryKey }),
  )
  return read
}

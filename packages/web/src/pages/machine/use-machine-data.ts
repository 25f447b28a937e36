import { roomOfEquipment } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isToBeReadAgain } from '../../features/telemetry/append.ts'
import { CHART_COLUMNS } from '../../features/telemetry/charts-props.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useCalm } from '../../lib/use-calm.ts'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import { useRoom } from '../../live/use-room.ts'
import { useScope, useScopeKey } from '../../scope/scope.ts'
import { type MachineData, machineDataQuery, patchMachineData } from './machine-data.ts'

/** Delay before figures are read again after a status, a run or late data, ms. */
const AFTER_CHANGE_MS = 500
/**
 * Limits of the delay after a cycle, ms. The cycle is drawn within a second; sums follow later, and change less in a longer
 * period.
 */
const SHORTEST_DELAY_MS = 10_000
const LONGEST_DELAY_MS = 60_000

/** Least time between two drawings of live values, ms: a machine may make several cycles a second. */
const DRAW_MS = 1000

/** Returns true if data was read again, or has another status, than the data that is shown. */
const isOther = (data: MachineData | undefined, shown: MachineData | undefined): boolean =>
  data?.asOf !== shown?.asOf || data?.intervals !== shown?.intervals

const changes = (batch: LiveBatch): boolean =>
  batch.status.length + batch.run.length + batch.xsf.length > 0 || isToBeReadAgain(batch)

/**
 * Returns the reading of all data of a machine over the period of the scope. Live messages change the data, those of cycles and
 * readings at most once a second. Sums are read again 0.5 s after a change of status or run or after late data, and for a live
 * period 10 to 60 s after other messages (the longer the period, the later).
 */
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
      client.setQueryData(queryKey, (cached) => cached && patchMachineData(cached, batch, machine, scope))
      // A period in the past changes only by restatements.
      if (period?.isLive === false && !changes(batch)) return
      const columnMs = period === undefined ? 0 : (period.to - period.from) / CHART_COLUMNS
      const delayMs = Math.min(LONGEST_DELAY_MS, Math.max(SHORTEST_DELAY_MS, columnMs))
      readAgainSoon(client, queryKey, changes(batch) ? AFTER_CHANGE_MS : delayMs)
    },
    (since) => void readMissed(client, queryKey, since),
  )
  const { isPlaceholderData, error, refetch } = read
  return { data: useCalm(period, DRAW_MS, isOther), isPlaceholderData, error, refetch }
}

import { annotateStop } from '@millwatch/contract/http/stops'
import { roomOfEquipment } from '@millwatch/contract/live'
import { likelyReason, recentReasons } from '@millwatch/domain/stops'
import { MINUTE_MS } from '@millwatch/domain/time'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { alarmsQuery } from '../../features/alarms/queries.ts'
import { reasonsQuery } from '../../features/stops/queries.ts'
import { equipmentKey } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { useKeptEntries } from '../../lib/kept-entries.ts'
import { onOutcome } from '../../lib/stored-entries.ts'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { useMay } from '../../scope/rights.ts'
import { useMachineData } from '../machine/use-machine-data.ts'
import { isPending, stopsInReach } from './pending.ts'
import { operatorStopsQuery, runHistoryQuery, shiftLineKey } from './queries.ts'

const none = { stops: [], message: null, readAt: 0 } as const
/** Delay after a message about the machine before stops and line are read again, ms. */
const AFTER_CHANGE_MS = 100

/**
 * Reads the stops and the line of the shift again after messages about its status or about restated cycles, and the stops when
 * the machine becomes excessive or no longer is. After each stored or refused entry it reads stops and machine again, and after a
 * refused one the reasons.
 */
function useStopsLive({ id, in_excessive_downtime: isExcessive }: Equipment): void {
  const client = useQueryClient()
  const { queryKey } = operatorStopsQuery(id)
  useRoom(
    roomOfEquipment(id),
    (batch) => {
      if (batch.status.length + batch.xsf.length === 0 && !batch.cycle.some(({ restated }) => restated)) return
      readAgainSoon(client, queryKey, AFTER_CHANGE_MS)
      readAgainSoon(client, shiftLineKey(id), AFTER_CHANGE_MS)
    },
    (since) => {
      void readMissed(client, queryKey, since)
      void readMissed(client, shiftLineKey(id), since)
    },
  )
  // Time alone makes a stop excessive; the machine is read again at that instant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what matters
  useEffect(
    () => void client.invalidateQueries({ queryKey: operatorStopsQuery(id).queryKey }),
    [client, id, isExcessive],
  )
  useEffect(
    () =>
      onOutcome(({ error }) => {
        // A reason may have been deactivated meanwhile.
        if (error !== undefined) void client.invalidateQueries({ queryKey: reasonsQuery(id).queryKey })
        void client.invalidateQueries({ queryKey: operatorStopsQuery(id).queryKey })
        void client.invalidateQueries({ queryKey: equipmentKey(id) })
      }),
    [client, id],
  )
}

/**
 * Returns, live, what the screen of an operator shows besides the machine itself: stops with their reasons, entries that wait,
 * tripped alarms, runs for the usual rate, and data of the last hour. Data that is not read yet is empty or undefined;
 * `areStopsRead`, `areReasonsRead` and `areAlarmsRead` tell this from having none.
 */
export function useOperatorData(machine: Equipment) {
  const { id } = machine
  useStopsLive(machine)
  const may = useMay()
  const mayGive = may(annotateStop)
  const entries = useKeptEntries()
  const minute = useNow(MINUTE_MS)
  const { data: stopsReport, error: stopsError } = useQuery(operatorStopsQuery(id))
  const report = stopsReport ?? none
  const { data: reasons } = useQuery({ ...reasonsQuery(id), enabled: mayGive })
  const { data: alarms } = useQuery(alarmsQuery({ which: 'e', id }))
  const { data: runs } = useQuery({ ...runHistoryQuery(id), enabled: machine.current_run !== null })
  const hour = useMachineData(machine)
  const shiftStartedAt = machine.current_shift === null ? undefined : Date.parse(machine.current_shift.started_at)
  const stops = useMemo(
    () => stopsInReach(report.stops, entries, minute, shiftStartedAt),
    [report, entries, minute, shiftStartedAt],
  )
  return {
    mayGive,
    entries: entries.filter(({ machineId }) => machineId === id),
    areStopsRead: stopsReport !== undefined,
    stops,
    pending: stops.filter(isPending),
    isTracked: report.message === null,
    current: report.stops.find(({ endedAt }) => endedAt === null),
    readAt: report.readAt,
    areReasonsRead: reasons !== undefined,
    reasons: reasons ?? [],
    likely: useMemo(() => likelyReason(report.stops), [report]),
    recent: useMemo(() => recentReasons(report.stops), [report]),
    areAlarmsRead: alarms !== undefined,
    tripped: (alarms?.alarms ?? []).filter(({ tripped }) => tripped),
    runs,
    hour,
    error: stopsError ?? hour.error,
  }
}

export type OperatorData = ReturnType<typeof useOperatorData>

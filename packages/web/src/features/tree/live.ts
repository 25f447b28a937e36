import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fromIso, now } from '../../lib/clock.ts'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import { useRoom } from '../../live/use-room.ts'
import { treeFiguresKey } from './figures.ts'
import { hasFirstStatus, hasNewRun, patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import { companyKey, companyQuery, equipmentKey, equipmentQuery, orgUnitKey, wholeCompanyQuery } from './queries.ts'
import type { Company, OrgUnit } from './types.ts'

/** Delays from a message until a machine is read again, ms: short after a change of status, longer after a cycle. */
const AFTER_STATUS_MS = 100
const AFTER_CYCLE_MS = 5000
/**
 * Shortest delay and interval of the readings of a unit's figures, ms. They are long since many machines contribute, and one of
 * them always sends.
 */
const UNIT_SOON_MS = 2000
const UNIT_EVERY_MS = 30_000
/** Shortest delay and interval of the readings of a unit for runs that a person started, ms. */
const NEW_RUN_SOON_MS = 100
const NEW_RUN_EVERY_MS = 1000

const changesFigures = (batch: LiveBatch): boolean =>
  batch.status.length + batch.cycle.length + batch.xsf.length + batch.run.length > 0

/** Delay from the first status of a machine until the utilization in the tree is read again, ms. */
const FIRST_STATUS_MS = 300

/**
 * Keeps the statuses of machines in the cached company tree current by live messages. Reads the tree again after a lost
 * connection that may have missed a message, and the utilization in the tree after a machine got its first status ever.
 */
export function useTreeLive(rootId: number): void {
  const client = useQueryClient()
  useRoom(
    roomOfOrgUnit(rootId),
    (batch) => {
      const company = client.getQueryData(companyQuery.queryKey)
      if (company !== undefined && hasFirstStatus(company, batch))
        readAgainSoon(client, treeFiguresKey, FIRST_STATUS_MS)
      for (const { queryKey } of [companyQuery, wholeCompanyQuery])
        client.setQueryData<Company>(queryKey, (cached) => cached && patchCompany(cached, batch))
    },
    (since) => void readMissed(client, companyKey, since),
  )
}

/** Delay after the instant at which a schedule begins or ends, ms; the server's clock decides. */
const AFTER_TURN_MS = 300
/** Shortest delay until a query is read again, ms, since the browser's clock may be ahead. */
const LEAST_TURN_MS = 1000
/** Longest time for which the change of a schedule is awaited, ms; the answer is read again before in any case. */
const MOST_TURN_MS = 6 * 3_600_000

/**
 * Reads a query again when the schedule of one of its machines begins or ends next, because no message announces that; changes
 * more than 6 hours ahead are not awaited. `machines` is undefined until the answer is there, and then nothing is done.
 */
export function useReadAtTurn(queryKey: QueryKey, machines: readonly ScheduledMachine[] | undefined): void {
  const client = useQueryClient()
  const name = JSON.stringify(queryKey)
  const next = machines?.reduce<number>(
    (least, machine) => Math.min(least, fromIso(machine.schedule_changes_at) ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that still names the same instant was read too early
  useEffect(() => {
    if (next === undefined || next - now() > MOST_TURN_MS) return
    readAgainSoon(client, JSON.parse(name) as QueryKey, Math.max(LEAST_TURN_MS, next - now() + AFTER_TURN_MS))
  }, [client, name, next, machines])
}

interface ScheduledMachine {
  readonly schedule_changes_at: string | null
}

/**
 * Keeps the cached answer of a unit's page current by live messages. It is read again 2 s after messages that change figures, at
 * most every 30 s; 100 ms after the start of a run, at most every second; and after a lost connection.
 */
export function useOrgUnitLive(id: number): void {
  const client = useQueryClient()
  useRoom(
    roomOfOrgUnit(id),
    (batch) => {
      const queryKey = orgUnitKey(id)
      client.setQueriesData<OrgUnit>({ queryKey }, (cached) => cached && patchOrgUnit(cached, batch))
      if (!changesFigures(batch)) return
      const units = client.getQueriesData<OrgUnit>({ queryKey, type: 'active' })
      if (units.some(([, unit]) => unit !== undefined && hasNewRun(unit, batch)))
        readAgainSoon(client, queryKey, NEW_RUN_SOON_MS, NEW_RUN_EVERY_MS)
      readAgainSoon(client, orgUnitKey(id), UNIT_SOON_MS, UNIT_EVERY_MS)
    },
    (since) => void readMissed(client, orgUnitKey(id), since),
  )
}

/**
 * Keeps the cached answer of a machine's page current by live messages. It is read again 100 ms after a message about status,
 * excessive stop, run or restated cycles, 5 s after any other one, and after a lost connection.
 */
export function useEquipmentLive(id: number): void {
  const client = useQueryClient()
  useRoom(
    roomOfEquipment(id),
    (batch) => {
      client.setQueryData(equipmentQuery(id).queryKey, (cached) => cached && patchEquipment(cached, batch))
      if (batch.status.length + batch.xsf.length + batch.run.length > 0 || batch.cycle.some((cycle) => cycle.restated))
        readAgainSoon(client, equipmentKey(id), AFTER_STATUS_MS)
      else readAgainSoon(client, equipmentKey(id), AFTER_CYCLE_MS)
    },
    (since) => void readMissed(client, equipmentKey(id), since),
  )
}

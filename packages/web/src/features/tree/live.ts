import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fromIso, now } from '../../lib/clock.ts'
import { readAgainSoon, readMissed } from '../../live/read-again.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import { useRoom } from '../../live/use-room.ts'
import { treeFiguresKey } from './figures.ts'
import { hasFirstStatus, patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import { companyKey, companyQuery, equipmentKey, equipmentQuery, orgUnitKey, wholeCompanyQuery } from './queries.ts'
import type { Company, OrgUnit } from './types.ts'

/** Delays before figures are read again, ms: short after a status change, longer after a cycle. */
const AFTER_STATUS_MS = 100
const AFTER_CYCLE_MS = 5000
/**
 * Least delay and interval for reading a unit's figures, ms. Many machines contribute, and one of them always sends.
 */
const UNIT_SOON_MS = 2000
const UNIT_EVERY_MS = 30_000

const changesFigures = (batch: LiveBatch): boolean =>
  batch.status.length + batch.cycle.length + batch.xsf.length + batch.run.length > 0

/** Delay before the utilization in the tree is read again after the first status of a machine, ms. */
const FIRST_STATUS_MS = 300

/**
 * Keeps the statuses of machines in the cached company tree current by live messages. Reads the tree again after a join that
 * may have missed a message, and the utilization in the tree after a machine got the first status it ever had.
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

/** Delay after the instant at which a schedule changes, ms; the server's clock decides. */
const AFTER_TURN_MS = 300
/** Least delay, ms: the browser's clock may be ahead. */
const LEAST_TURN_MS = 1000
/** Longer delays are not awaited: the answer is read again before. */
const MOST_TURN_MS = 6 * 3_600_000

/**
 * Reads a query again when the schedule of one of its machines begins or ends, because no message announces that.
 * `machines` is undefined until the answer is there.
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
 * Keeps the cached answer of a unit's page current by live messages, and reads it again 2 s after a change of figures, at
 * most every 30 s.
 */
export function useOrgUnitLive(id: number): void {
  const client = useQueryClient()
  useRoom(
    roomOfOrgUnit(id),
    (batch) => {
      client.setQueriesData<OrgUnit>({ queryKey: orgUnitKey(id) }, (cached) => cached && patchOrgUnit(cached, batch))
      if (!changesFigures(batch)) return
      readAgainSoon(client, orgUnitKey(id), UNIT_SOON_MS, UNIT_EVERY_MS)
    },
    (since) => void readMissed(client, orgUnitKey(id), since),
  )
}

/**
 * Keeps the cached answer of a machine's page current by live messages. It is read again 100 ms after a change of
 * status, run, stop or past data, and 5 s after other messages.
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

import { roomOfCompany, roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { readAgainSoon, readAnew } from '../../live/read-again.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import { useRoom } from '../../live/use-room.ts'
import { patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import { companyKey, companyQuery, equipmentKey, equipmentQuery, orgUnitKey, wholeCompanyQuery } from './queries.ts'
import type { Company, OrgUnit } from './types.ts'

/** A status changes figures too; counts and sums follow a machine at leisure. */
const AFTER_STATUS_MS = 100
const AFTER_CYCLE_MS = 5000
/** A unit's figures: the sums of many machines, of which some always speaks. Soon after a quiet while, then at most this often. */
const UNIT_SOON_MS = 2000
const UNIT_EVERY_MS = 30_000

const changesFigures = (batch: LiveBatch): boolean =>
  batch.status.length + batch.cycle.length + batch.xsf.length + batch.run.length > 0

/** One change of the tree is told in more than one room, and many may follow each other. */
const TREE_MS = 500

/** Keeps the company tree live: its status marks, and what people change in it. */
export function useTreeLive({ rootId, companyId }: { rootId: number; companyId: number }): void {
  const client = useQueryClient()
  const readAgain = () => readAgainSoon(client, companyKey, TREE_MS)
  useRoom(
    roomOfOrgUnit(rootId),
    (batch) => {
      for (const { queryKey } of [companyQuery, wholeCompanyQuery])
        client.setQueryData<Company>(queryKey, (known) => known && patchCompany(known, batch))
    },
    readAgain,
  )
  useRoom(
    roomOfCompany(companyId),
    () => undefined,
    (what) => what !== 'notifications' && readAgain(),
  )
}

/** Keeps a unit and its machines live. */
export function useOrgUnitLive(id: number): void {
  const client = useQueryClient()
  useRoom(
    roomOfOrgUnit(id),
    (batch) => {
      client.setQueriesData<OrgUnit>({ queryKey: orgUnitKey(id) }, (known) => known && patchOrgUnit(known, batch))
      if (!changesFigures(batch)) return
      readAgainSoon(client, orgUnitKey(id), UNIT_SOON_MS, UNIT_EVERY_MS)
    },
    () => void readAnew(client, orgUnitKey(id)),
  )
}

/** Keeps a machine live. */
export function useEquipmentLive(id: number): void {
  const client = useQueryClient()
  useRoom(
    roomOfEquipment(id),
    (batch) => {
      client.setQueryData(equipmentQuery(id).queryKey, (known) => known && patchEquipment(known, batch))
      if (batch.status.length + batch.xsf.length + batch.run.length > 0 || batch.cycle.some((cycle) => cycle.restated))
        readAgainSoon(client, equipmentKey(id), AFTER_STATUS_MS)
      else readAgainSoon(client, equipmentKey(id), AFTER_CYCLE_MS)
    },
    () => void readAnew(client, equipmentKey(id)),
  )
}

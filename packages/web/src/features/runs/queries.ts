import type { Answer } from '@millwatch/contract/endpoint'
import { listRosters } from '@millwatch/contract/http/groups'
import * as runs from '@millwatch/contract/http/runs'
import { listTags } from '@millwatch/contract/http/runs-tags'
import type { getEquipment } from '@millwatch/contract/http/tree'
import { cyclesFor, isUpdated, type RunEntry } from '@millwatch/domain/runs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Active run of a machine, as in the answer for the machine. */
export type CurrentRun = NonNullable<Answer<typeof getEquipment>['equip']['current_run']>

/** Query that reads the active tags that are offered on this machine. */
export const tagsQuery = (machineId: number) =>
  queryOptions({
    queryKey: ['tags', machineId],
    queryFn: async ({ signal }) => (await call(listTags, { query: { equipId: machineId }, signal })).tags,
  })

/** Query that reads all tags of the company, including inactive ones. */
export const companyTagsQuery = queryOptions({
  queryKey: ['tags', 'all'],
  queryFn: async ({ signal }) => (await call(listTags, { query: {}, signal })).tags,
})

export const rostersOfRunQuery = queryOptions({
  queryKey: ['rosters', 'of runs'],
  queryFn: async ({ signal }) => (await call(listRosters, { signal })).rosters,
})

/**
 * Returns the quantities of a run under the names of the API: the number of cycles for the entered parts (null for an indefinite
 * run, 0 without a quantity or without parts per cycle), and the parts per cycle.
 */
const quantitiesOf = ({ indefinite, partQty, partsPerCycle }: RunEntry) => ({
  cyclesTotal: indefinite ? null : cyclesFor(partQty, partsPerCycle),
  partsPerCycle,
})

/** Returns the body of the call that starts a run on a machine; an indefinite run always allows overrun. */
export const newRunBody = (equipId: number, entry: RunEntry) => ({
  equipId,
  tags: [...entry.tagIds],
  ...quantitiesOf(entry),
  allowOverrun: entry.indefinite || entry.allowOverrun,
  notifyRosterIds: [...entry.notifyRosterIds],
})

export const startRun = (equipId: number, entry: RunEntry) => call(runs.startRun, { body: newRunBody(equipId, entry) })

/** Changes of an active run under the names of the API; what is absent stays. */
export interface RunChanges {
  readonly cyclesTotal?: number
  readonly notifyRosterIds?: number[]
}

/**
 * Returns the changes from the entries `before` to those `after`: the quantity and the groups to notify, each only if it differs,
 * so that the other one stays as somebody else may have changed it meanwhile.
 */
export function changesOf(before: RunEntry, { partQty, partsPerCycle, notifyRosterIds }: RunEntry): RunChanges {
  const differs = (part: Partial<RunEntry>): boolean => isUpdated(before, { ...before, ...part })
  return {
    ...(differs({ partQty }) && { cyclesTotal: cyclesFor(partQty, partsPerCycle) }),
    ...(differs({ notifyRosterIds }) && { notifyRosterIds: [...notifyRosterIds] }),
  }
}

export const updateRun = (id: number, changes: RunChanges) => call(runs.updateRun, { params: { id }, body: changes })

/** Returns the body of the call that ends a run: empty without scrapped parts, since a display may not send their number. */
export const endOfRunBody = (scrap: number) => (scrap === 0 ? {} : { scrap })

export const endRun = (id: number, scrap: number) => call(runs.endRun, { params: { id }, body: endOfRunBody(scrap) })

export const addScrap = (id: number, qty: number) => call(runs.addScrap, { params: { id }, body: { qty } })

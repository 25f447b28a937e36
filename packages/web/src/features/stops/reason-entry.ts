import { byNaturalOrder } from '@millwatch/domain/tree'
import type { Reason } from './downtime.ts'

/** Entries of the form for a downtime reason, with the ids of the units whose machines offer it. */
export interface ReasonEntry {
  readonly name: string
  /** Name of the group; blank: the reason is in no group. */
  readonly group: string
  readonly failure: boolean
  readonly orgUnitIds: readonly number[]
}

export const blankReason: ReasonEntry = { name: '', group: '', failure: false, orgUnitIds: [] }

export const entryOf = ({ name, group_name, failure, org_unit_ids }: Reason): ReasonEntry => ({
  name,
  group: group_name ?? '',
  failure,
  orgUnitIds: org_unit_ids,
})

/** Returns the name of a group without spaces at its ends; null for a blank one. */
const groupName = (group: string): string | null => (group.trim() === '' ? null : group.trim())

export const bodyOfNew = ({ name, group, failure, orgUnitIds }: ReasonEntry) => ({
  reason: name,
  groupName: groupName(group),
  failure,
  orgUnitIds: [...orgUnitIds],
})

/** Returns the changed entries of a reason under the names of the API; a blank group becomes null. */
export const bodyOfChange = ({ name, group, failure, orgUnitIds }: Partial<ReasonEntry>) => ({
  ...(name !== undefined && { name }),
  ...(group !== undefined && { group_name: groupName(group) }),
  ...(failure !== undefined && { failure }),
  ...(orgUnitIds !== undefined && { org_unit_ids: [...orgUnitIds] }),
})

/** Returns the names of the groups of the reasons, sorted, each once; reasons without a group add none. */
export const groupsOf = (reasons: readonly Reason[]): string[] =>
  [...new Set(reasons.flatMap(({ group_name }) => group_name ?? []))].toSorted(byNaturalOrder)

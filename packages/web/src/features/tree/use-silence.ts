import { roomOfOrgUnit } from '@millwatch/contract/live'
import { useReducer, useState } from 'react'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { useRoom } from '../../live/use-room.ts'
import { isStale } from '../../ui/contact.tsx'
import { isSilent } from '../../ui/silence.ts'
import { statusKey } from '../../ui/status.ts'
import type { TreeRow } from './rows.ts'

/** Interval at which rows are checked for silent machines, ms. */
const STEP_MS = 5000

/**
 * Returns a function that returns the last contact (epoch ms) of the machine of a row if its device is silent, so that its status
 * is not known; undefined for others. Contacts that come by messages are kept outside of the tree, which would otherwise be
 * rendered at each of them.
 */
export function useSilence(rootId: number): (row: TreeRow) => number | undefined {
  const [contacts] = useState(() => new Map<number, number>())
  const [, look] = useReducer((times: number) => times + 1, 0)
  const at = useAgingNow(STEP_MS)
  useRoom(
    roomOfOrgUnit(rootId),
    ({ comm }) => {
      const isNews = comm.some(({ equipment_id: id }) => isStale(contacts.get(id) ?? null, at))
      for (const { equipment_id: id, last_ping_at } of comm) contacts.set(id, Date.parse(last_ping_at))
      if (isNews) look()
    },
    () => undefined,
  )
  return ({ node }) => {
    if (!('current_status' in node)) return undefined
    const contactAt = Math.max(fromIso(node.last_ping_at) ?? 0, contacts.get(node.id) ?? 0) || null
    const isScheduled = node.currently_scheduled
    const silent = isSilent({ status: statusKey(node.current_status?.status), contactAt, isScheduled }, at)
    return silent && contactAt !== null ? contactAt : undefined
  }
}

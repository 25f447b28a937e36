import { type ChangedMessage, type Room, roomOfAdmins, roomOfCompany, roomOfUser } from '@millwatch/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isReadBefore } from '../lib/readings.ts'
import { keysOfChange, readOnJoin } from './changed-queries.ts'
import { readMatchingSoon } from './read-again.ts'
import { onChanged } from './rooms.ts'
import { listen } from './socket.ts'

/** Delay that merges several changes into one reading, and least interval of the readings of a query, ms. */
const SOON_MS = 30
const EVERY_MS = 400

interface Listening {
  readonly id: number
  readonly company_id: number
}

/**
 * Reads the queries that show the subject of a change again, 30 ms after the change and at most every 400 ms. Changes come
 * through the rooms that the page has joined.
 */
export function useChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    const readChanged = (change: ChangedMessage): void => {
      for (const key of keysOfChange(change)) readMatchingSoon(client, key, SOON_MS, EVERY_MS)
    }
    return onChanged(readChanged)
  }, [client])
}

/**
 * Joins the rooms of the company, of the person and, for admins, of the admins, so that changes of their data reach `useChanges`.
 * After each join of the company's room it reads the shown lists again, since changes may have been missed.
 */
export function useOwnRooms({ id, company_id: companyId }: Listening, joinsAdmins: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    const silent = { onBatch: () => undefined, readAgain: () => undefined }
    const rooms: readonly Room[] = [roomOfUser(id), ...(joinsAdmins ? [roomOfAdmins(companyId)] : [])]
    const leave = [
      listen(roomOfCompany(companyId), { ...silent, readAgain: (since) => readMissedLists(client, since) }),
      ...rooms.map((room) => listen(room, silent)),
    ]
    return () => {
      for (const end of leave) end()
    }
  }, [client, id, companyId, joinsAdmins])
}

/**
 * Reads shown lists (`readOnJoin`) again that were requested at or before `since` (`monotonicMs`), as they may have missed
 * changes. A list whose last reading failed is not read.
 */
function readMissedLists(client: QueryClient, since: number): void {
  void client.refetchQueries({
    type: 'active',
    predicate: (query) =>
      readOnJoin.has(query.queryKey[0]) && query.state.status === 'success' && isReadBefore(query, since),
  })
}

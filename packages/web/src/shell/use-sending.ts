import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keptRunCalls } from '../features/runs/kept-run.ts'
import { keptAnnotation } from '../features/stops/kept-annotation.ts'
import type { KeptEntry } from '../lib/kept-entries.ts'
import { isOfThisWindow, type KeptCall, sendEntriesOf } from '../lib/send-entries.ts'
import { onOutcome, onStored } from '../lib/stored-entries.ts'
import { keysOfChange, matches } from '../live/changed-queries.ts'
import { useToast } from '../ui/use-toast.tsx'

const calls: Readonly<Record<string, KeptCall>> = Object.fromEntries(
  [keptAnnotation, ...keptRunCalls].map((kept) => [kept.endpoint.operation, kept]),
)

/**
 * Returns the name under which the entries of a person in one company are kept, apart from those of others who use this browser.
 */
export const ownerOfUser = (user: { readonly id: number; readonly company_id: number }): string =>
  `${user.company_id}/user/${user.id}`

/** Returns the name under which the entries of a display of a company are kept. */
export const ownerOfKiosk = (kiosk: { readonly id: number; readonly company_id: number }): string =>
  `${kiosk.company_id}/kiosk/${kiosk.id}`

/** Returns a check of queries that is true for those that show data which one of the entries changed. */
function showsOneOf(entries: readonly KeptEntry[]) {
  const patterns = entries.flatMap(({ operation, params, machineId }) => {
    const fact = calls[operation]?.fact
    if (fact === undefined) return []
    return keysOfChange({ room: '', fact, equipment_ids: [machineId], org_unit_ids: [], id: params.id ?? null })
  })
  return ({ queryKey }: { readonly queryKey: QueryKey }): boolean => patterns.some((each) => matches(each, queryKey))
}

/**
 * Sends the entries of this person or display that the server has not stored yet, on any page, and shows a message when one of
 * this window was stored, or refused without a conflict. Queries that show a stored or refused entry are read again.
 */
export function useSending(owner: string): void {
  const client = useQueryClient()
  const toast = useToast()
  useEffect(() => {
    const readAgain = (entries: readonly KeptEntry[]) => client.invalidateQueries({ predicate: showsOneOf(entries) })
    const ends = [
      onOutcome(({ entry, error }) => {
        if (error !== undefined) void readAgain([entry])
        if (!isOfThisWindow(entry)) return
        if (error === undefined) entry.done !== undefined && toast.done(entry.done)
        // A conflict is a question on the page, which a message would cover.
        else if (entry.failed !== undefined && entry.isConflict !== true) toast.failed(entry.failed, error)
      }),
      onStored(readAgain),
      sendEntriesOf(owner, calls),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [owner, client, toast])
}

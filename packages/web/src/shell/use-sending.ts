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

/** Returns the name under which the entries of a person are kept: in one company, whoever else uses this browser. */
export const ownerOfUser = (user: { readonly id: number; readonly company_id: number }): string =>
  `${user.company_id}/user/${user.id}`

/** Returns the name under which the entries of a display are kept. */
export const ownerOfKiosk = (kiosk: { readonly id: number; readonly company_id: number }): string =>
  `${kiosk.company_id}/kiosk/${kiosk.id}`

/** Returns true for a query that shows what one of the entries changed. */
function showsOneOf(entries: readonly KeptEntry[]) {
  const patterns = entries.flatMap(({ operation, params, machineId }) => {
    const fact = calls[operation]?.fact
    if (fact === undefined) return []
    return keysOfChange({ room: '', fact, equipment_ids: [machineId], org_unit_ids: [], id: params.id ?? null })
  })
  return ({ queryKey }: { readonly queryKey: QueryKey }): boolean => patterns.some((each) => matches(each, queryKey))
}

/**
 * Sends what this person or display entered and the server has not stored yet, on whatever page they are, with messages
 * about it. Queries that show a stored or refused entry are read again.
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

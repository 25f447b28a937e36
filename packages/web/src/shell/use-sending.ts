import { useEffect } from 'react'
import { keptRunCalls } from '../features/runs/kept-run.ts'
import { keptAnnotation } from '../features/stops/kept-annotation.ts'
import { sendEntriesOf } from '../lib/send-entries.ts'

const calls = Object.fromEntries([keptAnnotation, ...keptRunCalls].map((kept) => [kept.endpoint.operation, kept]))

/** Returns the name under which the entries of a person are kept: in one company, whoever else uses this browser. */
export const ownerOfUser = (user: { readonly id: number; readonly company_id: number }): string =>
  `${user.company_id}/user/${user.id}`

/** Returns the name under which the entries of a display are kept. */
export const ownerOfKiosk = (kiosk: { readonly id: number; readonly company_id: number }): string =>
  `${kiosk.company_id}/kiosk/${kiosk.id}`

/** Sends what this person or display entered and the server has not stored yet, on whatever page they are. */
export function useSending(owner: string): void {
  useEffect(() => sendEntriesOf(owner, calls), [owner])
}

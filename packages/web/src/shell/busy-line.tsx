import { useIsBusy } from '../lib/busy.ts'

/** Line below the header that is visible while a call to the server is in progress, by its style only after 250 ms. */
export function BusyLine() {
  return <div className="busy-line no-print" data-busy={useIsBusy()} aria-hidden="true" />
}

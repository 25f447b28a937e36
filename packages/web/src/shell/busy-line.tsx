import { useIsBusy } from '../lib/busy.ts'

/** Line below the header that appears while a longer call is in progress. */
export function BusyLine() {
  return <div className="busy-line no-print" data-busy={useIsBusy()} aria-hidden="true" />
}

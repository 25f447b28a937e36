import { useIsBusy } from '../lib/busy.ts'

/** Line along the header while calls are in progress. It takes no height, and appears only for longer calls. */
export function BusyLine() {
  return <div className="busy-line" data-busy={useIsBusy()} aria-hidden="true" />
}

import { useIsBusy } from '../lib/busy.ts'

/** A line along the header while calls are under way: of no height of its own, and silent where they are short. */
export function BusyLine() {
  return <div className="busy-line" data-busy={useIsBusy()} aria-hidden="true" />
}

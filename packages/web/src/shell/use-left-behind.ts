import { useEffect, useEffectEvent } from 'react'
import { useLeftJobMessages } from '../features/reports/left-jobs.ts'
import { restoreReasons } from '../features/stops/unsent-reasons.ts'
import { useReasonOutcome } from '../features/stops/use-reason-outcome.ts'
import type { SessionUser } from './user.ts'

/**
 * Finishes what the pages of a person began before they were left: sends reasons that were not stored, and says so when a job of
 * shift history fails.
 */
export function useLeftBehind({ id, root_org_unit_id: rootId }: SessionUser): void {
  const outcomeOf = useEffectEvent(useReasonOutcome(['downtime']))
  // The root stands for the company: stops of another company are not known here.
  const owner = `${rootId}.${id}`
  useEffect(() => restoreReasons(owner, (reason) => outcomeOf(reason)), [owner])
  useLeftJobMessages()
}

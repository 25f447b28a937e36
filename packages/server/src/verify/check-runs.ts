import type { Check, Found } from './findings.ts'
import { type CountedRunRow, countedRuns } from './queries-runs.ts'

export const runsEndAtTheirLastCycle: Check = {
  invariant: 'I8',
  holds: 'A run without overrun ends exactly at the cycle that reaches its total, and a run counts the cycles it has.',
  async find(ctx) {
    return (await countedRuns(ctx)).flatMap((run) => [...endOf(run), ...countOf(run)])
  },
}

function countOf({
  equipmentId,
  runId: run_id,
  startedAt: at,
  keptCycles: kept_cycles,
  storedCycles: stored_cycles,
}: CountedRunRow): Found[] {
  if (kept_cycles === stored_cycles) return []
  return [{ equipmentId, at, text: `Run ${run_id} has ${stored_cycles} cycles, and it says ${kept_cycles}` }]
}

function endOf(run: CountedRunRow): Found[] {
  const { equipmentId, runId: run_id, reachedAt: reached_at, endedAt: ended_at, endedByCount: ended_by_count } = run
  const recordedEnd = ended_by_count ? ended_at : null
  if (recordedEnd === reached_at) return []
  const text = `Run ${run_id} reached its total at ${reached_at ?? 'no time'}, and it says ${recordedEnd ?? 'it did not'}`
  return [{ equipmentId, at: run.startedAt, text }]
}

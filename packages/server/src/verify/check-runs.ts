import type { Check, Found } from './findings.ts'
import { type CountedRunRow, countedRuns } from './queries-runs.ts'

export const runsEndAtTheirLastCycle: Check = {
  invariant: 'I8',
  holds: 'A run without overrun ends exactly at the cycle that reaches its total, and no run is beyond it.',
  async find(ctx) {
    return (await countedRuns(ctx)).flatMap(endOf)
  },
}

function endOf(run: CountedRunRow): Found[] {
  const { equipment_id: equipmentId, run_id, reached_at, ended_at, ended_by_count } = run
  const said = ended_by_count ? ended_at : null
  if (said === reached_at) return []
  const text = `Run ${run_id} reached its total at ${reached_at ?? 'no time'}, and it says ${said ?? 'it did not'}`
  return [{ equipmentId, at: run.started_at, text }]
}

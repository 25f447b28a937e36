import { StopParts } from '../features/parts/stop-parts.tsx'
import { intervalKey, type StatusInterval } from '../features/stops/queries.ts'

/** Returns the button with the parts of a stop, for the details of an interval. A change reads that interval again. */
export const partsOfInterval = (stop: StatusInterval) => (
  <StopParts
    stop={{ id: stop.id, machineId: stop.equipment_id, changes: [intervalKey(stop.id)] }}
    parts={stop.parts}
    name="this stop"
  />
)

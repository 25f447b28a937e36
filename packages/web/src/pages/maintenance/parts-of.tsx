import type { PartsField } from '../../features/alarms/alarm-dialog.tsx'
import { PartsEditor } from './parts-editor.tsx'

/** Returns the fields of the parts of maintenance, for the editor of alarms. */
export const partsOf: PartsField = (machineId, parts, onParts, isNew) => (
  <PartsEditor machineId={machineId} parts={parts} onParts={onParts} dropsUnused={isNew} />
)

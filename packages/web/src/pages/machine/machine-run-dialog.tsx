import { useState } from 'react'
import type { CurrentRun } from '../../features/runs/queries.ts'
import { RunDialog } from '../../features/runs/run-dialog.tsx'

interface MachineRunDialogProps {
  machineId: number
  /** Run that is active now; null: none is. */
  current: CurrentRun | null
  scrapEnabled: boolean
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/**
 * Dialog of the run that is active when the dialog opens, or of a new one. When a run is started or ended elsewhere meanwhile,
 * the dialog keeps its run and its entries, and shows a warning.
 */
export function MachineRunDialog({ current, ...rest }: MachineRunDialogProps) {
  const [opened] = useState(current)
  const isOver = current?.id !== opened?.id
  return <RunDialog run={isOver ? opened : current} isOver={isOver} {...rest} />
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endEntry, startEntry, updateEntry } from '../../features/runs/kept-run.ts'
import { useRunEndedLive } from '../../features/runs/live.ts'
import { type CurrentRun, tagsQuery } from '../../features/runs/queries.ts'
import { RunDialog } from '../../features/runs/run-dialog.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { enter } from '../../lib/send-entries.ts'
import { useIsLost } from '../../live/connection.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { isQuiet, statusKey } from '../../ui/status.ts'
import { useExcessiveInTime } from '../machine/use-excessive.ts'
import { AlarmsPanel, DowntimesPanel } from './downtimes-panel.tsx'
import { MetricsPanel } from './metrics-panel.tsx'
import { OperatorHead } from './operator-head.tsx'
import { isPending } from './pending.ts'
import { ReasonOverlay } from './reason-overlay.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { StatusBand } from './status-band.tsx'
import { Unsaved } from './unsaved.tsx'
import { type OperatorData, useOperatorData } from './use-operator-data.ts'
import { type Completing, rowsOf, useReasoning } from './use-reasoning.ts'

/**
 * Opens the overlay while a stop needs a reason, until the person says later; another stop opens it again. It stays open until its
 * last row has left.
 */
function useOverlay({ stops, mayGive }: OperatorData, completing: Completing) {
  const [later, setLater] = useState<ReadonlySet<number>>(new Set())
  const [isHeld, setHeld] = useState(false)
  const ids = stops.filter(isPending).map(({ id }) => id)
  const hasRows = mayGive && rowsOf(stops, completing).length > 0
  const isOpen = hasRows && (isHeld || ids.some((id) => !later.has(id)))
  if (isOpen !== isHeld) setHeld(isOpen)
  return {
    isOpen,
    open: hasRows ? () => setHeld(true) : undefined,
    later: () => {
      setHeld(false)
      setLater(new Set([...later, ...ids]))
    },
  }
}

/** Screen of a machine for whoever works at it. */
export function OperatorView({ machine }: { machine: Equipment }) {
  const data = useOperatorData(machine)
  const reasoning = useReasoning(machine, data.reasons)
  const overlay = useOverlay(data, reasoning.completing)
  const isLost = useIsLost()
  useExcessiveInTime(machine)
  useRunEndedLive(machine.id, machine.current_run)
  const status = statusKey(machine.current_status?.status)
  const quiet = isQuiet(status, machine.currently_scheduled)
  return (
    <div
      className="operator"
      data-status={quiet ? 'quiet' : status}
      data-excessive={machine.in_excessive_downtime && !quiet}
      data-lost={isLost}
    >
      <OperatorHead machine={machine} />
      <Unsaved entries={data.entries} />
      {data.error !== null && (
        <p className="operator-unsaved" role="alert">
          The machine could not be read: {data.error.message}. What is shown is as it was read before.
        </p>
      )}
      <StatusBand machine={machine} data={data} />
      <div className="operator-body">
        <div className="operator-left">
          <ReasonPanel
            machine={machine}
            data={data}
            reasoning={reasoning}
            isCovered={overlay.isOpen}
            onOther={overlay.open}
          />
          <DowntimesPanel machine={machine} data={data} reasoning={reasoning} />
          <AlarmsPanel machine={machine} data={data} />
        </div>
        <div className="operator-right">
          <RunSection machine={machine} data={data} />
          <MetricsPanel machine={machine} data={data} />
        </div>
      </div>
      {overlay.isOpen && <ReasonOverlay machine={machine} data={data} reasoning={reasoning} onLater={overlay.later} />}
    </div>
  )
}

/** Panel of the run with its dialog. Opening it renders nothing else of the screen again, which a slow tablet would feel. */
function RunSection({ machine, data }: { machine: Equipment; data: OperatorData }) {
  const [run, setRun] = useState<{ readonly opened: CurrentRun | null }>()
  return (
    <>
      <RunPanel machine={machine} data={data} onOpen={() => setRun({ opened: machine.current_run })} />
      {run !== undefined && (
        <OperatorRunDialog machine={machine} opened={run.opened} onClose={() => setRun(undefined)} />
      )}
    </>
  )
}

interface OperatorRunDialogProps {
  machine: Equipment
  /** Run that was active when the dialog was opened. */
  opened: CurrentRun | null
  onClose: () => void
}

/** Dialog of the run that was active when it was opened; its entries are kept until the server has stored them. */
function OperatorRunDialog({ machine, opened, onClose }: OperatorRunDialogProps) {
  const { id } = machine
  const isDisplay = useIsDisplay()
  const { data: tags } = useQuery(tagsQuery(id))
  const { data: countsScrap = false } = useQuery({
    ...companyQuery,
    enabled: !isDisplay,
    select: ({ config }) => config.scrap_enabled,
  })
  const namesOf = (ids: readonly number[]): string =>
    ids.flatMap((tagId) => tags?.find((tag) => tag.id === tagId)?.name ?? []).join(', ')
  return (
    <RunDialog
      machineId={id}
      run={opened}
      isOver={machine.current_run?.id !== opened?.id}
      scrapEnabled={countsScrap}
      onChanged={async () => undefined}
      onClose={onClose}
      keeping={{
        start: (entry) => enter(startEntry(id, entry, namesOf(entry.tagIds), isDisplay)).isKept,
        update: (runId, entry) => enter(updateEntry(id, runId, entry, isDisplay)).isKept,
        end: (runId, scrap) => enter(endEntry(id, runId, scrap)).isKept,
      }}
    />
  )
}

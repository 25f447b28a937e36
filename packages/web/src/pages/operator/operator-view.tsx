import { useRef, useState } from 'react'
import { useRunEndedLive } from '../../features/runs/live.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useIsLost } from '../../live/connection.ts'
import { useExcessiveInTime } from '../machine/use-excessive.ts'
import { AlarmsPanel, DowntimesPanel } from './downtimes-panel.tsx'
import { MetricsPanel } from './metrics-panel.tsx'
import { OperatorHead } from './operator-head.tsx'
import { ReasonOverlay } from './reason-overlay.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { RunSection } from './run-section.tsx'
import { StatusBand } from './status-band.tsx'
import { Unsaved } from './unsaved.tsx'
import { type ChosenStop, useChosenStop } from './use-chosen-stop.ts'
import type { Completing } from './use-completing.ts'
import { type OperatorData, useOperatorData } from './use-operator-data.ts'
import { isAsked, useReasoning } from './use-reasoning.ts'
import { useStateNow } from './use-state-now.ts'

/**
 * Returns the state of the overlay with reasons. It is open while a stop needs a reason, until the person calls `later` for all
 * such stops; a new stop opens it again, and is then chosen. Once open, it stays so until no row is left. `open` is undefined if
 * there is no row or the person may not give reasons.
 */
function useOverlay({ stops, mayGive }: OperatorData, completing: Completing, { rows, choose }: ChosenStop) {
  const [later, setLater] = useState<ReadonlySet<number>>(new Set())
  const [isHeld, setHeld] = useState(false)
  const ids = stops.filter((stop) => isAsked(stop, completing)).map(({ id }) => id)
  const hasRows = mayGive && rows.length > 0
  const isOpen = hasRows && (isHeld || ids.some((id) => !later.has(id)))
  if (isOpen !== isHeld) {
    setHeld(isOpen)
    choose(undefined)
  }
  return {
    isOpen,
    open: hasRows ? () => setHeld(true) : undefined,
    later: () => {
      setHeld(false)
      setLater(new Set([...later, ...ids]))
    },
  }
}

/**
 * Content of the operator screen of a machine: head, entries not saved, status, reasons, stops, alarms, run and values, and the
 * overlay with reasons when it is open.
 */
export function OperatorView({ machine }: { machine: Equipment }) {
  const data = useOperatorData(machine)
  const reasoning = useReasoning(machine, data)
  const choice = useChosenStop(data, reasoning)
  const overlay = useOverlay(data, reasoning.completing, choice)
  const other = useRef<HTMLButtonElement>(null)
  const isLost = useIsLost()
  useExcessiveInTime(machine)
  useRunEndedLive(machine.id, machine.current_run)
  const { status, quiet } = useStateNow(machine)
  return (
    <div
      className="operator"
      data-status={quiet ? 'quiet' : status}
      data-excessive={machine.in_excessive_downtime && !quiet && status !== 'unknown'}
      data-lost={isLost}
    >
      <OperatorHead machine={machine} />
      <Unsaved entries={data.entries} isCovered={overlay.isOpen} />
      {data.error !== null && (
        <p className="row operator-unsaved" role="alert">
          The machine could not be read: {data.error.message}. What is shown is as it was read before.
        </p>
      )}
      <StatusBand machine={machine} data={data} />
      <div className="operator-body" inert={overlay.isOpen}>
        <div className="operator-left">
          <ReasonPanel
            machine={machine}
            data={data}
            choice={choice}
            isCovered={overlay.isOpen}
            other={other}
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
      {overlay.isOpen && (
        <ReasonOverlay
          machine={machine}
          data={data}
          reasoning={reasoning}
          choice={choice}
          opener={other}
          onLater={overlay.later}
        />
      )}
    </div>
  )
}

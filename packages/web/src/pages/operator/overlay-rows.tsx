import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { duration } from '../../lib/format.ts'
import { tryAgain, useSendingId } from '../../lib/send-entries.ts'
import { DoneIcon, ExcessiveIcon, ResetIcon } from '../../ui/icons.tsx'
import { isPending, type OperatorStop } from './pending.ts'
import type { Reasoning } from './use-reasoning.ts'
import { lengthOf, openEndWords, useOpenStopNow } from './use-state-now.ts'
import { timeHere } from './words.ts'

interface OverlayRowsProps {
  machine: Equipment
  rows: readonly OperatorStop[]
  chosen: OperatorStop | undefined
  reasoning: Reasoning
  onChoose: (stop: OperatorStop) => void
}

/**
 * Stops that need or just got a reason, in the given order, each with the state of its reason; a refused one with the cause and
 * a button to try again.
 */
export function OverlayRows({ machine, rows, chosen, reasoning, onChoose }: OverlayRowsProps) {
  const at = useNow()
  const now = useOpenStopNow(machine)
  const zone = machine.actual_timezone
  return (
    <>
      <div className="muted" aria-hidden="true">
        Started At → Ended At
        <div className="spread">
          <span>Duration</span>
          <span>Reason</span>
        </div>
      </div>
      <ul className="operator-rows">
        {rows.map((stop) => (
          <li key={stop.id}>
            <button
              type="button"
              className="operator-button operator-row"
              aria-pressed={stop.id === chosen?.id}
              onClick={() => onChoose(stop)}
            >
              <span>
                <Name>Started At</Name>
                <b>{timeHere(stop.startedAt, at, zone)}</b> <Name>Ended At</Name>
                <span className="muted">
                  → {stop.endedAt === null ? openEndWords(now) : timeHere(stop.endedAt, at, zone)}
                </span>
              </span>
              <span className="spread">
                <Name>Duration</Name>
                <b>{duration(lengthOf(stop, now))}</b>
                <Name>Reason</Name>
                <RowState stop={stop} reasoning={reasoning} />
              </span>
            </button>
            <Refused stop={stop} name={reasoning.nameOf(stop.given?.reasonId ?? null)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Name of the value after it, for screen readers; others see the names above the rows. */
const Name = ({ children }: { children: string }) => <span className="sr-only">{children} </span>

/** State of the reason of a row: no reason, being sent, not saved yet, not saved (refused), or the saved reason. */
function RowState({ stop, reasoning }: { stop: OperatorStop; reasoning: Reasoning }) {
  const sendingId = useSendingId()
  const { given } = stop
  const name = reasoning.completing.get(stop.id) ?? stop.reasonName ?? ''
  if (given?.entry.refused !== undefined) {
    return (
      <span className="inline alert">
        <ExcessiveIcon size={22} /> not saved
      </span>
    )
  }
  if (given !== undefined) {
    const isSending = given.entry.id === sendingId && !given.entry.hasWaited
    return (
      <span className="inline cut" role="status">
        {isSending && <span className="operator-ring" />}
        {isSending ? 'sending' : `${reasoning.nameOf(given.reasonId)} · not saved yet`}
      </span>
    )
  }
  if (isPending(stop) && name === '') return <span className="muted">no reason</span>
  return (
    <span className="inline cut">
      <DoneIcon size={22} /> {name}
    </span>
  )
}

function Refused({ stop: { given }, name }: { stop: OperatorStop; name: string }) {
  if (given?.entry.refused === undefined) return null
  const { entry } = given
  return (
    <>
      <p className="alert operator-row-why">{entry.refused}</p>
      <button type="button" className="operator-button operator-again" onClick={() => tryAgain([entry])}>
        <ResetIcon size={22} /> Try “{name}” again
      </button>
    </>
  )
}

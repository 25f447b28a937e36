import { annotateStop } from '@millwatch/contract/http/stops'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useUnsent } from '../../features/stops/unsent.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { useAgingNow } from '../../lib/clock.ts'
import { counted } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { useMay } from '../../scope/rights.ts'
import { TrippedIcon } from '../../ui/icons.tsx'
import { statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { OverlayRows } from './overlay-rows.tsx'
import type { OperatorStop } from './pending.ts'
import { ReasonColumns } from './reason-columns.tsx'
import { useReasonKeys } from './reason-panel.tsx'
import type { ChosenStop } from './use-chosen-stop.ts'
import type { OperatorData } from './use-operator-data.ts'
import type { Reasoning } from './use-reasoning.ts'
import { useStateNow } from './use-state-now.ts'
import { clockDuration } from './words.ts'

interface ReasonOverlayProps {
  machine: Equipment
  data: OperatorData
  reasoning: Reasoning
  /** Stop that gets the reasons and notes. */
  choice: ChosenStop
  /** Button that gets the focus when the overlay closes. */
  opener: React.RefObject<HTMLButtonElement | null>
  onLater: () => void
}

/**
 * Overlay with the stops that need or just got a reason, and buttons of all reasons. The head of the page, status and number of
 * alarms stay visible; Escape and `Later` call `onLater`.
 */
export function ReasonOverlay({ machine, data, reasoning, choice, opener, onLater }: ReasonOverlayProps) {
  const { rows, chosen, choose, canGive, give } = choice
  useReasonKeys(data, give)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    return () => {
      // The focus was in the overlay if nothing has it now.
      if (document.activeElement === document.body) opener.current?.focus()
    }
  }, [opener])
  return (
    <section
      ref={box}
      tabIndex={-1}
      className="operator-overlay"
      aria-label="Enter Excessive Downtime Reasons"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onLater()}
    >
      <div className="row operator-overlay-head">
        <h2>Enter Excessive Downtime Reasons</h2>
        <Status machine={machine} tripped={data.tripped.length} />
        <button type="button" className="operator-button" onClick={onLater}>
          Later
        </button>
      </div>
      <div className="operator-overlay-body">
        <div className="operator-overlay-stops">
          <OverlayRows
            machine={machine}
            rows={rows}
            chosen={chosen}
            reasoning={reasoning}
            onChoose={({ id }) => choose(id)}
          />
          {chosen !== undefined && <Notes key={chosen.id} stop={chosen} reasoning={reasoning} />}
        </div>
        <ReasonColumns data={data} isOff={!canGive} onGive={give} />
      </div>
    </section>
  )
}

function Status({ machine, tripped }: { machine: Equipment; tripped: number }) {
  const at = useAgingNow()
  const { status, since } = useStateNow(machine)
  return (
    <span className="row">
      {tripped > 0 && (
        <span className="alert inline">
          <TrippedIcon size={24} /> {counted(tripped, 'alarm')}
        </span>
      )}
      <StatusMark status={status} size={24} />
      <b className={`status-${status}`}>{statusText[status]}</b>
      {since !== null && <span className="value operator-figure">{clockDuration(at - since)}</span>}
    </span>
  )
}

const MOST = 4000

/**
 * Field for notes on the chosen stop, which stores them when it loses the focus. It shows the present notes, also those that are
 * not stored yet, until the person changes them, and the reason if the server refused those of the person. Renders nothing for
 * people who may not write notes, and on displays.
 */
function Notes({ stop, reasoning }: { stop: OperatorStop; reasoning: Reasoning }) {
  const mayWrite = useMay()(annotateStop)
  const isDisplay = useIsDisplay()
  const unsent = useUnsent(stop.id, 'notes')
  const present = (unsent?.value === undefined ? stop.notes : unsent.value) ?? ''
  // Another person may write meanwhile: the text replaces what was there when the person began to change it.
  const [draft, setDraft] = useState<{ readonly text: string; readonly seen: string }>()
  const store = (): void => {
    if (draft !== undefined) reasoning.note(stop, draft)
    setDraft(undefined)
  }
  // The row can leave, or Escape can close the overlay, while the field has the focus.
  const storeAtEnd = useEffectEvent(store)
  useLayoutEffect(() => () => storeAtEnd(), [])
  if (!mayWrite || isDisplay) return null
  return (
    <label className="column grow snug operator-notes">
      <span className="muted">Notes on this stop</span>
      <textarea
        className="well"
        maxLength={MOST}
        dir="auto"
        value={draft?.text ?? present}
        onChange={(event) => setDraft({ seen: present, ...draft, text: event.target.value })}
        onBlur={store}
      />
      {unsent?.refused === undefined ? (
        <span className="muted">Kept as soon as you tap elsewhere</span>
      ) : (
        <span className="alert">Yours were not saved. {unsent.refused}</span>
      )}
    </label>
  )
}

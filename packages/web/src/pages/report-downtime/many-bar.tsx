import { ignoreStop } from '@millwatch/contract/other-operations'
import { sumStops } from '@millwatch/domain/stops'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { allReasonsQuery, type Downtime, type DowntimeStop, reasonsFor } from '../../features/stops/downtime.ts'
import { reasonOptions } from '../../features/stops/queries.ts'
import { NotesForm } from '../../features/stops/stop-notes.tsx'
import { briefDuration, count } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Pick } from '../../ui/pick-field.tsx'
import { useMany } from './use-many.ts'
import type { Selection } from './use-selection.ts'

interface ManyBarProps {
  zone: string
  stops: readonly DowntimeStop[]
  unitsAbove: Downtime['unitsAbove']
  selection: Selection
}

/**
 * Bar over the list for the selected stops: their number and scheduled time, and buttons that ignore or restore all of them, add
 * notes or set a reason.
 */
export function ManyBar({ zone, stops, unitsAbove, selection }: ManyBarProps) {
  const may = useMay()
  const [open, setOpen] = useState<'reason' | 'notes'>()
  const [isBack, setBack] = useState(false)
  const notesButton = useRef<HTMLButtonElement>(null)
  const { isBusy, sent, write } = useMany(zone, (saved) => {
    selection.drop(saved)
    // The element with the focus is gone or disabled.
    requestAnimationFrame(() => document.activeElement === document.body && focusRow(stops[0]))
  })
  const { ms } = sumStops(stops.map(({ scheduledMs }) => ({ stops: 1, ms: scheduledMs })))
  const areIgnored = stops.every(({ isIgnored }) => isIgnored)
  const leave = (isByKey: boolean): void => {
    setOpen(undefined)
    setBack(isByKey)
  }
  const give = (seen: readonly DowntimeStop[], reasonId: number, name: string): void => {
    setOpen(undefined)
    void write(seen, ({ reason }) => [
      { status_reason_id: reasonId },
      { words: `Reason “${name}” for`, expected: reason?.id ?? null },
    ])
  }
  return (
    <div className="float row stops-bar" role="group" aria-label="Selected stops">
      <span className="one-line">
        <b>{count(stops.length)} selected</b>{' '}
        <span className="muted" role="status">
          {sent === undefined ? briefDuration(ms) : `${count(sent)} sent`}
        </span>
      </span>
      {may(ignoreStop) && (
        <Button
          disabled={isBusy}
          onClick={() =>
            void write(stops, () => [
              { xsf_report_ignored: !areIgnored },
              { words: areIgnored ? 'Restoring' : 'Ignoring', expected: areIgnored },
            ])
          }
        >
          {areIgnored ? 'Restore' : 'Ignore'}
        </Button>
      )}
      <Button ref={notesButton} disabled={isBusy} aria-expanded={open === 'notes'} onClick={() => setOpen('notes')}>
        Add notes
      </Button>
      {open === 'reason' ? (
        <Reasons stops={stops} unitsAbove={unitsAbove} onGive={give} onLeave={leave} />
      ) : (
        <Button primary disabled={isBusy} autoFocus={isBack} onClick={() => setOpen('reason')}>
          Set reason
        </Button>
      )}
      <Button icon plain aria-label="Select none" onClick={() => selection.set([])}>
        <CloseIcon />
      </Button>
      {open === 'notes' && (
        <div className="whole-line">
          <NotesForm
            notes=""
            writing={{
              isBusy,
              write: ({ notes = '' }, { words }) =>
                write(stops, (stop) => [
                  { notes: [stop.notes, notes].filter(Boolean).join('\n') },
                  { words, expected: stop.notes },
                ]),
            }}
            onClose={() => {
              notesButton.current?.focus()
              setOpen(undefined)
            }}
          />
        </div>
      )}
    </div>
  )
}

const focusRow = (stop: DowntimeStop | undefined): void =>
  document.querySelector<HTMLElement>(`[data-stop='${stop?.id}'] input[type=checkbox]`)?.focus({ preventScroll: true })

interface ReasonsProps extends Omit<ManyBarProps, 'zone' | 'selection'> {
  /** Called with the stops as they were when the list was opened, and the chosen reason. */
  onGive: (seen: readonly DowntimeStop[], reasonId: number, name: string) => void
  onLeave: (isByKey: boolean) => void
}

/** Field with the reasons that the machines of all selected stops offer. */
function Reasons({ stops, unitsAbove, onGive, onLeave }: ReasonsProps) {
  const { data: reasons } = useQuery(allReasonsQuery)
  // Another person may give one of them a reason while the list is open.
  const [seen] = useState(stops)
  const machines = [...new Set(stops.map(({ machine }) => machine.id))]
  const offered = reasonsFor(reasons ?? [], machines, unitsAbove)
  return (
    <Pick
      aria-label="Reason of the selected stops"
      className="stop-reason"
      placeholder={reasons === undefined ? 'Search reasons' : `Search ${count(offered.length)} reasons`}
      value={undefined}
      options={reasonOptions(offered)}
      loading={reasons === undefined}
      empty="No reason that all these machines offer"
      opensAtOnce
      onLeave={onLeave}
      onValue={(id) =>
        id !== undefined && onGive(seen, Number(id), offered.find((each) => String(each.id) === id)?.name ?? '')
      }
    />
  )
}

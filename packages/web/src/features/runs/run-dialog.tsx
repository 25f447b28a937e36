import './runs.css'
import { isIndefinite, isUpdated, missingToStart, type RunEntry } from '@millwatch/domain/runs'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/submit.tsx'
import { blank, entryOf, missingWords, termsOf, titleOf } from './entry.ts'
import type { CurrentRun } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { ScrapFields } from './scrap-fields.tsx'
import { useRunActions } from './use-run-actions.ts'

interface RunDialogProps {
  machineId: number
  run: CurrentRun | null
  /** True when the company counts scrap. */
  scrapEnabled: boolean
  /** True for admins, who may add a tag while choosing one. */
  mayAddTags: boolean
  /** Reads the machine again. */
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/**
 * Dialog that starts a run (`run` null), or updates or ends the active one; it asks for scrap at the end if the company
 * counts it.
 */
export function RunDialog({ run, onClose, ...rest }: RunDialogProps) {
  return (
    <Dialog title={titleOf(run)} onClose={onClose} width={560}>
      {run === null ? (
        <NewRun onClose={onClose} {...rest} />
      ) : (
        <RunOf key={run.id} run={run} onClose={onClose} {...rest} />
      )}
    </Dialog>
  )
}

type Inside = Omit<RunDialogProps, 'run'>

function NewRun({ machineId, mayAddTags, onChanged, onClose }: Inside) {
  const [entry, setEntry] = useState(blank)
  const { start } = useRunActions(machineId, onChanged, onClose)
  const missing = missingWords(missingToStart(entry))
  return (
    <Form noValidate missing={missing} busy={start.isPending} onSubmit={() => start.mutate(entry)}>
      <RunFields machineId={machineId} entry={entry} onChange={setEntry} mayAddTags={mayAddTags} />
      <Ways missing={missing} onClose={onClose}>
        <SubmitButton aria-describedby={missing === undefined ? undefined : 'run-missing'}>Start run</SubmitButton>
      </Ways>
    </Form>
  )
}

function RunOf({ machineId, run, scrapEnabled, onChanged, onClose }: Inside & { run: CurrentRun }) {
  // The values at the time the dialog was opened; live updates do not change the form.
  const [initial] = useState(() => entryOf(run))
  const [entry, setEntry] = useState<RunEntry>(initial)
  const [isEnding, setIsEnding] = useState(false)
  const { update, end } = useRunActions(machineId, onChanged, onClose)
  const onlyEnds = isIndefinite(termsOf(run))
  const unchanged = isUpdated(initial, entry) ? undefined : 'Change the part quantity or who is notified to update'
  const missing = missingWords(missingToStart(entry)) ?? unchanged
  const endIt = (scrap: number): void => end.mutate({ id: run.id, scrap })
  if (isEnding) return <ScrapFields busy={end.isPending} onEnd={endIt} onBack={() => setIsEnding(false)} />
  return (
    <Form
      noValidate
      missing={missing}
      busy={update.isPending}
      onSubmit={() => !onlyEnds && update.mutate({ id: run.id, entry })}
    >
      <RunFields machineId={machineId} entry={entry} run={run} onChange={setEntry} mayAddTags={false} />
      <Ways missing={onlyEnds ? undefined : missing} onClose={onClose}>
        {!onlyEnds && (
          <SubmitButton aria-describedby={missing === undefined ? undefined : 'run-missing'}>
            Update current run
          </SubmitButton>
        )}
        <Button
          primary={onlyEnds}
          disabled={end.isPending}
          onClick={() => (scrapEnabled ? setIsEnding(true) : endIt(0))}
        >
          End run
        </Button>
      </Ways>
    </Form>
  )
}

interface WaysProps {
  missing: string | undefined
  onClose: () => void
  children: React.ReactNode
}

/** Buttons of the dialog, and the reason why the first one is disabled. */
function Ways({ missing, onClose, children }: WaysProps) {
  return (
    <div className="row-end">
      {missing !== undefined && (
        <span id="run-missing" className="note whole-line">
          {missing}
        </span>
      )}
      <Button onClick={onClose}>Cancel</Button>
      {children}
    </div>
  )
}

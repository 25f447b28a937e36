import './runs.css'
import * as calls from '@millwatch/contract/http/runs'
import { isIndefinite, isUpdated, missingToStart, type RunEntry } from '@millwatch/domain/runs'
import { useDeferredValue, useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { blank, type EndingStep, entryOf, missingWords, termsOf, titleOf } from './entry.ts'
import { rememberEndedHere } from './live.ts'
import { type CurrentRun, changesOf, endRun, type RunChanges, startRun, updateRun } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { RunFoot } from './run-foot.tsx'
import { ScrapFields, ScrapQuestion } from './scrap-fields.tsx'

interface RunDialogProps {
  machineId: number
  run: CurrentRun | null
  /** True if the company counts scrap, so that the dialog requests it at the end of a run. */
  scrapEnabled: boolean
  /** Called after a change, to read the machine again. */
  onChanged: () => Promise<unknown>
  onClose: () => void
  /**
   * Functions that keep the entries until the server has stored them, in place of the calls of the dialog; undefined: the dialog
   * makes the calls itself.
   */
  keeping?: RunKeeping | undefined
  /** True: the run was started or ended elsewhere since the dialog was opened; a warning is shown. */
  isOver?: boolean
  /** Greatest width of the dialog, px. */
  width?: number
}

/** Functions that keep the start, update or end of a run in this browser until the server has stored it. */
export interface RunKeeping {
  readonly start: (entry: RunEntry) => void
  readonly update: (runId: number, changes: RunChanges) => void
  readonly end: (runId: number, scrap: number) => void
}

/**
 * Dialog that starts a run (`run` is null), or updates or ends the active one. Before the end it requests the number of scrapped
 * parts if `scrapEnabled` is true.
 */
export function RunDialog({
  machineId,
  run,
  scrapEnabled,
  onChanged,
  onClose,
  keeping,
  isOver = false,
  width = 560,
}: RunDialogProps) {
  const onDone = () => {
    onClose()
    return onChanged()
  }
  const [ending, setEnding] = useState<EndingStep>()
  const inside = { machineId, onClose, onDone, keeping }
  // A slow tablet shows the dialog a frame before its fields.
  const hasFields = useDeferredValue(true, false)
  return (
    <Dialog title={titleOf(run, ending)} onClose={onClose} width={width}>
      {isOver && (
        <p className="alert" role="alert">
          {run === null ? 'A run was started elsewhere meanwhile.' : 'This run was ended elsewhere meanwhile.'} Close
          this and look again.
        </p>
      )}
      {!hasFields ? null : run === null ? (
        <NewRun {...inside} />
      ) : (
        <RunOf key={run.id} run={run} scrapEnabled={scrapEnabled} ending={ending} onEnding={setEnding} {...inside} />
      )}
    </Dialog>
  )
}

interface Inside {
  machineId: number
  onClose: () => void
  onDone: () => Promise<unknown>
  keeping: RunKeeping | undefined
}

function NewRun({ machineId, onClose, onDone, keeping }: Inside) {
  const { draft, change, form } = useForm({
    stored: blank,
    missing: (entry) => missingWords(missingToStart(entry)),
    work: async (entry) => (keeping === undefined ? await startRun(machineId, entry) : keeping.start(entry)),
    ...(keeping === undefined && { done: 'Run started' }),
    failed: 'Error starting run',
    onDone,
  })
  return (
    <Form noValidate {...form}>
      <RunFields machineId={machineId} entry={draft} onChange={change} />
      <RunFoot submit="Start run" onCancel={onClose} />
    </Form>
  )
}

interface RunOfProps extends Inside {
  run: CurrentRun
  scrapEnabled: boolean
  /** Step in which the run is ended; undefined: the form of the run is shown. */
  ending: EndingStep | undefined
  onEnding: (step: EndingStep | undefined) => void
}

function RunOf({ machineId, run, scrapEnabled, ending, onEnding, onClose, onDone, keeping }: RunOfProps) {
  const may = useMay()
  // The values at the time the dialog was opened; live updates do not change the form.
  const [stored] = useState(() => entryOf(run))
  const { draft, change, form } = useForm({
    stored,
    missing: (entry) =>
      missingWords(missingToStart(entry)) ??
      (isUpdated(stored, entry) ? undefined : 'Change the part quantity or who is notified to update'),
    work: async (entry) => {
      const changes = changesOf(stored, entry)
      if (keeping === undefined) await updateRun(run.id, changes)
      else keeping.update(run.id, changes)
    },
    ...(keeping === undefined && { done: 'Run updated' }),
    failed: 'Error updating run',
    onDone,
  })
  const end = useSubmit({
    work: async (scrap: number) => {
      rememberEndedHere(run.id)
      if (keeping === undefined) await endRun(run.id, scrap)
      else keeping.end(run.id, scrap)
    },
    ...(keeping === undefined && { done: 'Run ended' }),
    failed: 'Error ending run',
    onDone,
  })
  const mayUpdate = !isIndefinite(termsOf(run)) && may(calls.updateRun)
  const back = () => onEnding(undefined)
  const busy = form.busy || end.isPending
  if (ending === 'question') return <ScrapQuestion end={end} onYes={() => onEnding('scrap')} onBack={back} />
  if (ending === 'scrap') return <ScrapFields run={run} end={end} onBack={back} />
  return (
    <Form noValidate {...form} busy={busy}>
      <RunFields machineId={machineId} entry={draft} run={run} onChange={change} />
      <RunFoot submit={mayUpdate ? 'Update current run' : undefined} onCancel={onClose}>
        {may(calls.endRun) && (
          <Button
            primary={!mayUpdate}
            disabled={busy}
            onClick={() => (scrapEnabled ? onEnding('question') : end.mutate(0))}
          >
            End run
          </Button>
        )}
      </RunFoot>
    </Form>
  )
}

import './runs.css'
import * as calls from '@millwatch/contract/http/runs'
import { isIndefinite, isUpdated, missingToStart } from '@millwatch/domain/runs'
import { useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { blank, entryOf, missingWords, termsOf, titleOf } from './entry.ts'
import { rememberEndedHere } from './live.ts'
import { type CurrentRun, endRun, startRun, updateRun } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { RunFoot } from './run-foot.tsx'
import { ScrapFields } from './scrap-fields.tsx'

interface RunDialogProps {
  machineId: number
  run: CurrentRun | null
  /** True when the company counts scrap. */
  scrapEnabled: boolean
  /** Reads the machine again. */
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/**
 * Dialog that starts a run (`run` null), or updates or ends the active one; it asks for scrap at the end if the company
 * counts it.
 */
export function RunDialog({ machineId, run, scrapEnabled, onChanged, onClose }: RunDialogProps) {
  const onDone = () => {
    onClose()
    return onChanged()
  }
  const inside = { machineId, onClose, onDone }
  return (
    <Dialog title={titleOf(run)} onClose={onClose} width={560}>
      {run === null ? <NewRun {...inside} /> : <RunOf key={run.id} run={run} scrapEnabled={scrapEnabled} {...inside} />}
    </Dialog>
  )
}

interface Inside {
  machineId: number
  onClose: () => void
  onDone: () => Promise<unknown>
}

function NewRun({ machineId, onClose, onDone }: Inside) {
  const { draft, change, form } = useForm({
    stored: blank,
    missing: (entry) => missingWords(missingToStart(entry)),
    work: (entry) => startRun(machineId, entry),
    done: 'Run started',
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

function RunOf({ machineId, run, scrapEnabled, onClose, onDone }: Inside & { run: CurrentRun; scrapEnabled: boolean }) {
  const may = useMay()
  // The values at the time the dialog was opened; live updates do not change the form.
  const [stored] = useState(() => entryOf(run))
  const [isEnding, setIsEnding] = useState(false)
  const { draft, change, form } = useForm({
    stored,
    missing: (entry) =>
      missingWords(missingToStart(entry)) ??
      (isUpdated(stored, entry) ? undefined : 'Change the part quantity or who is notified to update'),
    work: (entry) => updateRun(run.id, entry),
    done: 'Run updated',
    failed: 'Error updating run',
    onDone,
  })
  const end = useSubmit({
    work: (scrap: number) => {
      rememberEndedHere(run.id)
      return endRun(run.id, scrap)
    },
    done: 'Run ended',
    failed: 'Error ending run',
    onDone,
  })
  const mayUpdate = !isIndefinite(termsOf(run)) && may(calls.updateRun)
  if (isEnding) return <ScrapFields end={end} onBack={() => setIsEnding(false)} />
  return (
    <Form noValidate {...form}>
      <RunFields machineId={machineId} entry={draft} run={run} onChange={change} />
      <RunFoot submit={mayUpdate ? 'Update current run' : undefined} onCancel={onClose}>
        {may(calls.endRun) && (
          <Button
            primary={!mayUpdate}
            disabled={end.isPending}
            onClick={() => (scrapEnabled ? setIsEnding(true) : end.mutate(0))}
          >
            End run
          </Button>
        )}
      </RunFoot>
    </Form>
  )
}

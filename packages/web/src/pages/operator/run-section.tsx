import { startRun } from '@millwatch/contract/http/runs'
import { useQuery } from '@tanstack/react-query'
import { Activity, memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { entryOf } from '../../features/runs/entry.ts'
import { endEntry, startEntry, updateEntry } from '../../features/runs/kept-run.ts'
import { type CurrentRun, tagsQuery } from '../../features/runs/queries.ts'
import { RunDialog } from '../../features/runs/run-dialog.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { enter } from '../../lib/send-entries.ts'
import { useAfterPaint } from '../../lib/use-after-paint.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { useMay } from '../../scope/rights.ts'
import { RunPanel } from './run-panel.tsx'
import type { OperatorData } from './use-operator-data.ts'

/** Run that a dialog is about; null: a new one. */
interface Opened {
  readonly run: CurrentRun | null
  /** Text that differs where the fields of the dialog do. */
  readonly fields: string
}

const openedOf = (run: CurrentRun | null): Opened => ({
  run,
  fields: run === null ? '' : JSON.stringify([run.id, entryOf(run)]),
})

/** Returns the run as it was when what its dialog shows in its fields last changed: another cycle is no other dialog. */
function usePrepared(run: CurrentRun | null): Opened {
  const [prepared, setPrepared] = useState(() => openedOf(run))
  const latest = openedOf(run)
  if (latest.fields === prepared.fields) return prepared
  setPrepared(latest)
  return latest
}

/**
 * Reads, once the page is shown and when they change, what a run can be started and ended with: the tags, also for a time without
 * the line, and if the company counts scrap.
 */
function useListsAhead(machineId: number): void {
  const may = useMay()
  const isDisplay = useIsDisplay()
  const isPainted = useAfterPaint()
  const quiet = { notifyOnChangeProps: [] }
  useQuery({ ...tagsQuery(machineId), ...quiet, enabled: isPainted && may(startRun) })
  useQuery({ ...companyQuery, ...quiet, enabled: isPainted && !isDisplay })
}

/**
 * Panel of the run with its dialog. The dialog is rendered ahead, while nothing else is to be done, and hidden: it reads nothing
 * until it is opened, and a slow tablet shows it at once.
 */
export function RunSection({ machine, data }: { machine: Equipment; data: OperatorData }) {
  useListsAhead(machine.id)
  const prepared = usePrepared(machine.current_run)
  const [opened, setOpened] = useState<Opened>()
  // Each opening begins with fresh fields.
  const [openings, setOpenings] = useState(0)
  const [close] = useState(() => (): void => {
    setOpened(undefined)
    setOpenings((before) => before + 1)
  })
  const noteFocus = useFocusAfter(opened !== undefined)
  const latest = opened ?? prepared
  // What a tap shows is what is rendered already; how many cycles are done meanwhile comes a frame later.
  const { run, fields } = useDeferredValue(latest)
  return (
    <>
      <RunPanel
        machine={machine}
        data={data}
        onOpen={() => {
          noteFocus()
          setOpened({ ...prepared, run: machine.current_run })
        }}
      />
      <Activity mode={opened === undefined ? 'hidden' : 'visible'}>
        <OperatorRunDialog
          key={`${openings} ${fields}`}
          machineId={machine.id}
          run={run}
          isOver={opened !== undefined && machine.current_run?.id !== latest.run?.id}
          onClose={close}
        />
      </Activity>
    </>
  )
}

/** Returns a function that notes what has the focus now, to which it returns when the dialog is closed. */
function useFocusAfter(isOpen: boolean): () => void {
  const opener = useRef<Element>(null)
  useEffect(() => {
    // The dialog itself would return it to what had the focus when it was rendered ahead; until now, it locked the page.
    if (!isOpen && opener.current instanceof HTMLElement) opener.current.focus()
  }, [isOpen])
  return () => {
    opener.current = document.activeElement
  }
}

interface OperatorRunDialogProps {
  machineId: number
  run: CurrentRun | null
  isOver: boolean
  onClose: () => void
}

/** Dialog of the run that was active when it was opened; its entries are kept until the server has stored them. */
const OperatorRunDialog = memo(function OperatorRunDialog({ machineId, run, isOver, onClose }: OperatorRunDialogProps) {
  const isDisplay = useIsDisplay()
  const isPainted = useAfterPaint()
  const { data: tags } = useQuery({ ...tagsQuery(machineId), enabled: isPainted })
  const { data: countsScrap = false } = useQuery({
    ...companyQuery,
    enabled: !isDisplay && isPainted,
    select: ({ config }) => config.scrap_enabled,
  })
  const namesOf = (ids: readonly number[]): string =>
    ids.flatMap((tagId) => tags?.find((tag) => tag.id === tagId)?.name ?? []).join(', ')
  return (
    <RunDialog
      machineId={machineId}
      run={run}
      isOver={isOver}
      // Wide enough for two columns of fields, so that a tablet shows all of them.
      width={720}
      scrapEnabled={countsScrap}
      onChanged={async () => undefined}
      onClose={onClose}
      keeping={{
        start: (entry) => enter(startEntry(machineId, entry, namesOf(entry.tagIds), isDisplay)).isKept,
        update: (runId, entry) => enter(updateEntry(machineId, runId, entry, isDisplay)).isKept,
        end: (runId, scrap) => enter(endEntry(machineId, runId, scrap)).isKept,
      }}
    />
  )
})

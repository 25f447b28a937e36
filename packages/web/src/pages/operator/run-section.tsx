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

/** Run of a dialog, as it was when the dialog was prepared; null for a new run. */
interface Opened {
  readonly run: CurrentRun | null
  /** Text that changes when a value in the fields of the dialog changes; empty for a new run. */
  readonly fields: string
}

const openedOf = (run: CurrentRun | null): Opened => ({
  run,
  fields: run === null ? '' : JSON.stringify([run.id, entryOf(run)]),
})

/**
 * Returns the run as it was when a value in the fields of its dialog last changed. A change of its number of cycles alone changes
 * nothing.
 */
function usePrepared(run: CurrentRun | null): Opened {
  const [prepared, setPrepared] = useState(() => openedOf(run))
  const latest = openedOf(run)
  if (latest.fields === prepared.fields) return prepared
  setPrepared(latest)
  return latest
}

/**
 * Reads the lists with which a run is started and ended ahead, once the page is painted: the tags for people who may start a run,
 * and except on displays the settings of the company. Changes do not render the component.
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
 * Panel of the run with its dialog. The dialog is rendered hidden before it is opened, so that a slow tablet shows it at once.
 * When it closes, it is made anew with fresh fields.
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

/**
 * Returns a function that notes the element with the focus. When the dialog is closed (`isOpen` becomes false), that element gets
 * the focus again.
 */
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

/** Dialog of the run that was active when it was opened. Its entries are kept in the browser until the server has stored them. */
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

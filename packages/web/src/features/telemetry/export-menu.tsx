import './telemetry.css'
import { useEffect, useState } from 'react'
import { fileName, saveFile } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { type ExportAsked, type ExportFormat, exportPoints } from './export-points.ts'
import { runExport, useRunningExport } from './exports.ts'

/** The choices revert by themselves after this (specification 1, section 9). */
const REVERT_MS = 10_000

interface ExportMenuProps {
  asked: ExportAsked
  /** What is exported, in words: `cycle time`. */
  what: string
  /** Why nothing can be exported. */
  locked: string | undefined
  picture: () => Promise<Blob>
}

/** The button that reveals the forms a chart can be exported in; while a file is written, its progress. */
export function ExportMenu({ asked, what, locked, picture }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const name = `${asked.machine.id} ${what}`
  const running = useRunningExport(name)
  const save = useSave({ asked, what, picture, name })
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => setOpen(false), REVERT_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  if (running !== undefined)
    return (
      <span className="export">
        <span className="export-share" role="status">
          Reading {Math.floor(running.share * 100)} %
        </span>
        <button type="button" className="chip" onClick={running.cancel}>
          Cancel<span className="sr-only"> the export of {what}</span>
        </button>
      </span>
    )
  if (!isOpen)
    return (
      <button
        type="button"
        className="chip"
        aria-label={`Export ${what}`}
        disabled={locked !== undefined}
        title={locked}
        onClick={() => setOpen(true)}
      >
        Export
      </button>
    )
  return (
    <fieldset className="export">
      <legend className="sr-only">Export {what} as</legend>
      {(['png', 'csv', 'json'] as const).map((form, i) => (
        <button
          key={form}
          type="button"
          className="chip"
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed has made room for these
          autoFocus={i === 0}
          onClick={() => {
            setOpen(false)
            void save(form)
          }}
        >
          {form.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

function useSave({ asked, what, picture, name }: Omit<ExportMenuProps, 'locked'> & { name: string }) {
  const toast = useToast()
  const savePoints = async (form: ExportFormat, file: string): Promise<void> => {
    const made = await runExport(name, (signal, onProgress) => exportPoints(asked, form, signal, onProgress))
    if (made === undefined) return
    saveFile(file, made.file)
    toast.done(`Exported ${count(made.points)} points`)
  }
  return async (form: ExportFormat | 'png'): Promise<void> => {
    const { machine, from, to, zone } = asked
    const file = fileName({ entity: machine.name, from, to, zone, what, extension: form })
    try {
      if (form === 'png') saveFile(file, await picture())
      else await savePoints(form, file)
    } catch (error) {
      toast.failed(`The ${what} could not be exported`, error instanceof Error ? error : undefined)
    }
  }
}

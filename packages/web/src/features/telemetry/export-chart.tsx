import './telemetry.css'
import { fileName, saveFile } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { chartForms, ExportButton, type ExportForm } from '../../ui/export-button.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { type ExportAsked, exportPoints, type PointsForm } from './export-points.ts'
import { runExport, useRunningExport } from './running-exports.ts'

interface ExportChartProps {
  asked: ExportAsked
  /** What is exported, in words: `cycle time`. */
  what: string
  /** Why nothing can be exported. */
  locked: string | undefined
  picture: () => Promise<Blob>
}

/** What a chart can be exported as; while its points are being read, how far that is. */
export function ExportChart({ asked, what, locked, picture }: ExportChartProps) {
  const name = `${asked.machine.id} ${what}`
  const running = useRunningExport(name)
  const save = useSave({ asked, what, picture, name })
  if (running !== undefined)
    return (
      <span className="export-running">
        <span className="export-share" role="status">
          Reading {Math.floor(running.share * 100)} %
        </span>
        <button type="button" className="chip" onClick={running.cancel}>
          Cancel<span className="sr-only"> the export of {what}</span>
        </button>
      </span>
    )
  return <ExportButton forms={chartForms} what={what} locked={locked} onExport={(form) => void save(form)} />
}

function useSave({ asked, what, picture, name }: Omit<ExportChartProps, 'locked'> & { name: string }) {
  const toast = useToast()
  const savePoints = async (form: PointsForm, file: string): Promise<void> => {
    const made = await runExport(name, (signal, onProgress) => exportPoints(asked, form, signal, onProgress))
    if (made === undefined) return
    saveFile(file, made.file)
    toast.done(`Exported ${count(made.points)} points`)
  }
  return async (form: ExportForm): Promise<void> => {
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

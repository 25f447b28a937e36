import './telemetry.css'
import { fileName, saveFile } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { chartForms, ExportButton, type ExportForm } from '../../ui/export-button.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { type ExportRequest, exportPoints, type PointsForm } from './export-points.ts'
import { runExport, useRunningExport } from './running-exports.ts'

interface ExportChartProps {
  request: ExportRequest
  /** Name of the exported data, such as `cycle time`. */
  subject: string
  /** Reason why nothing can be exported; undefined: the export is possible. */
  locked: string | undefined
  picture: () => Promise<Blob>
}

/**
 * Button that exports a chart as CSV, JSON or PNG and saves the file. While the points for CSV or JSON are read, it shows the
 * progress in percent and a button that cancels.
 */
export function ExportChart({ request, subject, locked, picture }: ExportChartProps) {
  const name = `${request.machine.id} ${subject}`
  const running = useRunningExport(name)
  const save = useSave({ request, subject, picture, name })
  if (running !== undefined)
    return (
      <span className="inline tight">
        <span className="note one-line" role="status">
          Reading {Math.floor(running.share * 100)} %
        </span>
        <button type="button" className="muted box inline one-line chip" onClick={running.cancel}>
          Cancel<span className="sr-only"> the export of {subject}</span>
        </button>
      </span>
    )
  return <ExportButton forms={chartForms} subject={subject} locked={locked} onExport={(form) => void save(form)} />
}

function useSave({ request, subject, picture, name }: Omit<ExportChartProps, 'locked'> & { name: string }) {
  const toast = useToast()
  const savePoints = async (form: PointsForm, file: string): Promise<void> => {
    const made = await runExport(name, (signal, onProgress) => exportPoints(request, form, signal, onProgress))
    if (made === undefined) return
    saveFile(file, made.file)
    toast.done(`Exported ${count(made.points)} points`)
  }
  return async (form: ExportForm): Promise<void> => {
    const { machine, from, to, zone } = request
    const file = fileName({ entity: machine.name, from, to, zone, subject, extension: form })
    try {
      if (form === 'png') saveFile(file, await picture())
      else await savePoints(form, file)
    } catch (error) {
      toast.failed(`The ${subject} could not be exported`, error instanceof Error ? error : undefined)
    }
  }
}

import { titledImage } from '../../charts/export-picture.ts'
import type { Segment } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'
import { type Colours, useColours } from '../../charts/theme.ts'
import { intervalRows, intervalsCsv } from '../../features/status/detail-export.ts'
import { now } from '../../lib/clock.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { fileName, saveFile, saveRows } from '../../lib/download.ts'
import { zoneName } from '../../lib/zoned.ts'
import { chartForms, ExportButton, type ExportForm, tableForms } from '../../ui/export-button.tsx'
import { statusKeys, statusText } from '../../ui/status.ts'
import { useToast } from '../../ui/use-toast.tsx'

interface StatusExportProps {
  machine: { readonly name: string }
  /** Intervals that touch the period. */
  intervals: readonly Segment[]
  window: Window
  zone: string
  /** Element around the canvas of the timeline; undefined while the table is shown, which has no picture. */
  picture: React.RefObject<HTMLDivElement | null> | undefined
}

const legendOf = (colours: Colours) =>
  statusKeys.map((key) => ({ colour: colours[`${key}-area`], words: statusText[key] }))

/**
 * Button that saves the status of a machine over a period as CSV or JSON, and its timeline as an image. The image needs
 * the chart, not its table.
 */
export function StatusExport({ machine, intervals, window, zone, picture }: StatusExportProps) {
  const colours = useColours()
  const toast = useToast()
  const naming = { entity: machine.name, ...window, zone, subject: 'status' }
  const savePicture = async (): Promise<void> => {
    const canvas = picture?.current?.querySelector('canvas')
    if (!canvas) throw new Error('Show the chart instead of its table first.')
    const [from, to] = [dateAndMinute(window.from, zone), dateAndMinute(window.to, zone)]
    const under = `${from} to ${to} · ${zone} (${zoneName(window.to, zone)})`
    const titled = {
      title: `${machine.name} · status`,
      under,
      colours,
      axis: { window, zone },
      legend: legendOf(colours),
    }
    saveFile(fileName({ ...naming, extension: 'png' }), await titledImage(canvas, titled))
  }
  const save = (form: ExportForm): void => {
    if (form === 'png') savePicture().catch((error: Error) => toast.failed('The picture was not saved', error))
    else saveRows({ ...naming, extension: form }, intervalRows(intervals, now()), intervalsCsv)
  }
  return <ExportButton subject="status" forms={picture === undefined ? tableForms : chartForms} onExport={save} />
}

import { titledImage } from '../../charts/export-picture.ts'
import type { Colours } from '../../charts/theme.ts'
import { csvRows } from '../../lib/csv.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { fileName, saveFile, saveRows } from '../../lib/download.ts'
import { zoneName } from '../../lib/zoned.ts'
import type { ExportForm } from '../../ui/export-button.tsx'
import type { UtilGroup } from './types.ts'

interface Exported<Group extends UtilGroup> {
  /** Name of the unit or machine. */
  entity: string
  from: number
  to: number
  zone: string
  groups: readonly Group[]
  toCsv: (groups: readonly Group[]) => string
  /** Element that contains the canvas of the chart; null: there is no chart. */
  picture: HTMLElement | null
  title: string
  colours: Colours
}

const COLUMNS = ['time', 'ended_at', 'run_hours', 'scheduled_hours', 'utilization_pct'] as const

/** Returns the buckets of a unit as CSV with a header. Hours are not rounded, so that their sum equals the figure of the page. */
export const groupsAsCsv = (groups: readonly UtilGroup[]): string =>
  csvRows([
    COLUMNS,
    ...groups.map((group) => [
      group.time,
      group.ended_at,
      group.run_secs / 3600,
      group.scheduled_secs / 3600,
      group.util_pct,
    ]),
  ])

/**
 * Saves the buckets of a chart as a CSV or JSON file, or the chart as a PNG, named after place and period. A PNG is saved only if
 * `picture` contains a canvas.
 */
export function exportGroups<Group extends UtilGroup>(extension: ExportForm, exported: Exported<Group>): void {
  const { entity, from, to, zone, title, colours } = exported
  const file = { entity, from, to, zone, subject: 'utilization' }
  if (extension !== 'png') {
    saveRows({ ...file, extension }, exported.groups, exported.toCsv)
    return
  }
  const canvas = exported.picture?.querySelector('canvas')
  if (canvas == null) return
  const under = `${entity}, ${dateAndMinute(from, zone)} to ${dateAndMinute(to, zone)} ${zoneName(to, zone)}`
  const name = fileName({ ...file, extension })
  void titledImage(canvas, { title, under, colours }).then((blob) => saveFile(name, blob))
}

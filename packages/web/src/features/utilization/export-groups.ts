import { titledPicture } from '../../charts/export-picture.ts'
import type { Colours } from '../../charts/theme.ts'
import { csvRows } from '../../lib/csv.ts'
import { fileName, saveFile } from '../../lib/download.ts'
import { dateAndMinute, zoneName } from '../../lib/zoned.ts'
import type { ExportKind } from './export-menu.tsx'
import type { Explainable, UtilGroup } from './types.ts'

interface Exported {
  of: Explainable
  groups: readonly UtilGroup[]
  /** The element whose canvas is the picture. */
  picture: HTMLElement | null
  title: string
  colours: Colours
}

const periodOf = ({ from, to, place: { zone } }: Explainable): string =>
  `${dateAndMinute(from, zone)} to ${dateAndMinute(to, zone)} ${zoneName(to, zone)}`

const COLUMNS = ['time', 'ended_at', 'run_hours', 'scheduled_hours', 'utilization_pct'] as const

/** Hours as they are, so that a sheet sums them to the figure of the page. */
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

/** Saves what the chart shows as a file named for the place and the period. */
export function exportGroups(kind: ExportKind, { of, groups, picture, title, colours }: Exported): void {
  const { name: entity, zone } = of.place
  const name = fileName({ entity, from: of.from, to: of.to, zone, what: 'utilization', extension: kind })
  if (kind === 'csv') saveFile(name, new Blob([groupsAsCsv(groups)], { type: 'text/csv' }))
  else if (kind === 'json') saveFile(name, new Blob([JSON.stringify(groups, null, 2)], { type: 'application/json' }))
  else {
    const canvas = picture?.querySelector('canvas')
    if (canvas != null)
      void titledPicture(canvas, { title, under: `${entity}, ${periodOf(of)}`, colours }).then((blob) =>
        saveFile(name, blob),
      )
  }
}

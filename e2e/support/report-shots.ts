// Screenshots of every report: with its data, while it is read, empty, not readable, without connection, and without rights.
import { type Camera, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { enterAs, type Person } from './people.ts'
import { reportReads, takeFailed, takeLost, takeReading } from './trouble-shots.ts'

interface ReportPage {
  readonly name: string
  readonly path: string
}

const named = (start: string, names: readonly string[], kind: 'unit' | 'machine'): ReportPage[] =>
  names.map((name) => ({ name: `report-${kind}-${name}`, path: `${start}/reports/${name}` }))

function pagesOfReports({ unitId, machineId }: Places): ReportPage[] {
  return [
    { name: 'report-index', path: `/o/${unitId}/reports` },
    ...named(`/o/${unitId}`, ['downtime', 'runs', 'summary', 'losttime', 'shifts', 'parts'], 'unit'),
    ...named(`/e/${machineId}`, ['downtime', 'data', 'runs', 'status', 'shifts', 'parts'], 'machine'),
  ]
}

/**
 * Takes the screenshots of one report as `person`: with the data of a week (raw data: of today), and in each state without data.
 * Of the index of all reports it takes only the screenshot with data.
 */
function takeReport(camera: Camera, person: Person, { name, path }: ReportPage): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, person)
    const week = `${path}?period=${name.endsWith('data') ? 'today' : '1w'}`
    await page.goto(week)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const taken = [await takeHere(page, folder, name)]
    if (name === 'report-index') return taken
    await page.goto(`${path}?from=20200101T0600Z&to=20200102T0600Z`)
    await settled(page)
    taken.push(await takeHere(page, folder, `${name}-empty`))
    taken.push(await takeReading(page, folder, `${name}-reading`, week, reportReads))
    taken.push(await takeFailed(page, folder, `${name}-not-readable`, week, reportReads))
    return [...taken, await takeLost(page, folder, `${name}-connection-lost`, week)]
  })
}

/** Takes the screenshots of a report as a regular user, who may change nothing but reasons. */
function takeAsUser(camera: Camera, user: Person, { name, path }: ReportPage): Promise<TakenPicture> {
  return withPage(camera, async (page) => {
    await enterAs(page.context(), camera.url, user)
    await page.goto(`${path}?period=1w`)
    await settled(page)
    return takeHere(page, camera.folder, `${name}-as-user`)
  })
}

/** Takes the screenshots of all reports as a superuser, and as a regular user those reports that look different then. */
export async function takeReports(
  camera: Camera,
  superuser: Person,
  user: Person,
  places: Places,
): Promise<TakenPicture[]> {
  const taken: TakenPicture[] = []
  for (const page of pagesOfReports(places)) {
    taken.push(...(await takeReport(camera, superuser, page)))
    if (/downtime|shifts|status|parts/.test(page.name)) taken.push(await takeAsUser(camera, user, page))
  }
  return taken
}

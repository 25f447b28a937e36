// Screenshots of the alarms page: the list, an open history with the delivery log, the editor of a new, a known and a changed
// alarm, its subscribers and the submenu; and the list while it is read, empty, not readable, without connection, and as a
// regular user sees it.
import type { Page } from '@playwright/test'
import { type Camera, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { enterAs, type Person } from './people.ts'
import { takeFailed, takeLost, takeReading } from './trouble-shots.ts'

interface Answered {
  readonly alarms: readonly { readonly id: number }[]
}

/** Opens the delivery log of the shown alarm unless it is open, and waits until it is drawn. */
async function withDeliveryLog(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'Delivery log' })
  await settled(page)
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  await settled(page)
}

/**
 * Takes screenshots of the alarms of a unit and of a machine; and if there is an alarm, of its history, editor, subscribers and
 * delivery log.
 */
function takeData(camera: Camera, person: Person, { unitId, machineId }: Places): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, person)
    const answer = await page.request.get(`${camera.url}/v0/alarms?pm=false&orgUnitId=${unitId}`)
    const [first] = ((await answer.json()) as Answered).alarms
    const list = `/o/${unitId}/alarms`
    const shots = [
      ['alarms-unit', list],
      ['alarms-machine', `/e/${machineId}/alarms`],
      ['alarms-new', `${list}?edit=new`],
      ['alarms-menu', `/o/${unitId}?panel=alarms`],
      ...(first === undefined
        ? []
        : [
            ['alarms-history', `${list}?alarm=${first.id}`],
            ['alarms-edit', `${list}?edit=${first.id}`],
            ['alarms-subscribers', `${list}?subscribers=${first.id}`],
          ]),
    ] as [string, string][]
    const taken: TakenPicture[] = []
    for (const [name, path] of shots) {
      await page.goto(path)
      await settled(page)
      taken.push(await takeHere(page, folder, name))
    }
    if (first === undefined) return taken
    await page.goto(`${list}?edit=${first.id}`)
    await page.getByRole('spinbutton', { name: 'Limit' }).fill('21.5')
    await page.getByRole('dialog').getByRole('button', { name: 'Once' }).click()
    await settled(page)
    taken.push(await takeHere(page, folder, 'alarms-edit-changed'))
    await page.goto(`${list}?alarm=${first.id}`)
    return [...taken, await takeHere(page, folder, 'alarms-delivery-log', withDeliveryLog)]
  })
}

/** Pattern of the calls that read the alarms of a unit or machine. */
const alarmReads = /\/v0\/alarms\?/

/** Takes screenshots of the alarms of a unit in each state without data: empty, being read, not readable, without connection. */
function takeStates(camera: Camera, person: Person, { unitId }: Places): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    const list = `/o/${unitId}/alarms`
    await enterAs(page.context(), camera.url, person)
    await page.route(alarmReads, (route) => route.fulfill({ json: { status: 'success', alarms: [] } }))
    await page.goto(list)
    await page.getByText('No alarms', { exact: true }).waitFor()
    await settled(page)
    const taken = [await takeHere(page, folder, 'alarms-empty')]
    await page.unroute(alarmReads)
    taken.push(await takeReading(page, folder, 'alarms-reading', list, alarmReads))
    taken.push(await takeFailed(page, folder, 'alarms-not-readable', list, alarmReads))
    return [...taken, await takeLost(page, folder, 'alarms-connection-lost', list)]
  })
}

/** Takes a screenshot of the alarms of a unit for a regular user, who manages none of them. */
function takeAsUser(camera: Camera, user: Person, { unitId }: Places): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    await enterAs(page.context(), camera.url, user)
    await page.goto(`/o/${unitId}/alarms`)
    await settled(page)
    return [await takeHere(page, camera.folder, 'alarms-as-user')]
  })
}

/** Takes the screenshots of the alarms as a superuser in all states, and as a regular user. */
export async function takeAlarms(
  camera: Camera,
  superuser: Person,
  user: Person,
  places: Places,
): Promise<TakenPicture[]> {
  return [
    ...(await takeData(camera, superuser, places)),
    ...(await takeStates(camera, superuser, places)),
    ...(await takeAsUser(camera, user, places)),
  ]
}

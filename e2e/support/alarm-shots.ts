// Screenshots of the alarms page: the list, an open history, the editor of a new and of a known alarm, and the submenu.
import { type Camera, settled, type Taken, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { enterAs, type Person } from './people.ts'

interface Answered {
  readonly alarms: readonly { readonly id: number }[]
}

/** Takes the alarms of a unit and of a machine, with the history and the editor of the first alarm if there is one. */
export function takeAlarms(camera: Camera, person: Person, { unitId, machineId }: Places): Promise<Taken[]> {
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
          ]),
    ] as [string, string][]
    const taken: Taken[] = []
    for (const [name, path] of shots) {
      await page.goto(path)
      await settled(page)
      taken.push(await takeHere(page, folder, name))
    }
    return taken
  })
}

// Screenshots of the pages that need only an address and a session.
import type { Company } from '@millwatch/lab/product/company'
import { type Camera, type Shot, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import { equipmentShots } from './equipment-shots.ts'
import { enterAs, type Person } from './people.ts'
import { unitShots } from './unit-shots.ts'

interface Node {
  readonly id: number
  readonly name: string
  readonly children: Node[]
  readonly equipment: { id: number; name: string; current_status: { status: number } | null }[]
}

/** Ids of a unit that contains machines, and of a machine, a running one if there is any. */
export interface Places {
  readonly unitId: number
  readonly machineId: number
}

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const below = (node: Node): Node[] => [node, ...node.children.flatMap(below)]

/**
 * Returns the screenshots to take: the first four units, one machine of each status, the tabs of the root unit, settings, and a
 * missing page. Throws an error if there is no machine with a status.
 */
export async function pagesOf(company: Company): Promise<{ shots: Shot[]; places: Places }> {
  const answer = await company.call<{ company: { tree: Node } }>('GET', '/v0/company')
  const units = below(answer.company.tree)
  const machines = units.flatMap((unit) => unit.equipment)
  const oneOfEach = [1, 2, 3, 4].flatMap(
    (status) => machines.find((machine) => machine.current_status?.status === status) ?? [],
  )
  const tiles = machines.slice(0, 2).map(({ id }) => id)
  const shots = [
    ...units.slice(0, 4).map((unit) => ({ name: `unit-${slug(unit.name)}`, path: `/o/${unit.id}` })),
    ...oneOfEach.map((machine) => ({ name: `machine-${slug(machine.name)}`, path: `/e/${machine.id}` })),
    ...unitShots(company.rootUnitId),
    ...equipmentShots(company.rootUnitId, tiles),
    { name: 'settings-general', path: '/setup/user' },
    { name: 'settings-security', path: '/setup/user?tab=security' },
    { name: 'not-found', path: '/nowhere' },
  ]
  const hall = units.find((unit) => unit.equipment.length > 0)
  const machine = oneOfEach[0]
  if (hall === undefined || machine === undefined) throw new Error('The demo plant has no machines')
  return { shots, places: { unitId: hall.id, machineId: machine.id } }
}

/** Opens a page as a signed-in person, waits until it is drawn and connected, and takes its screenshots. */
export function takePage(camera: Camera, person: Person, { name, path }: Shot): Promise<TakenPicture> {
  return withPage(camera, async (page) => {
    await enterAs(page.context(), camera.url, person)
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.locator('[data-connection="connected"]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    return takeHere(page, camera.folder, name, settled)
  })
}

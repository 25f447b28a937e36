// Screenshots of the company tree: its toolbar in use, its dialogs, and the forms of machine, unit and company.

import type { Company } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { type Camera, type TakenPicture, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { enterAs, type Person } from './people.ts'

const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Tree toolbar' }).getByRole('button', { name, exact: true })

/** Opens a page in a window that is wide enough for the tree, and waits for the toolbar of the tree. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  await page.getByRole('group', { name: 'Tree toolbar' }).waitFor()
}

async function takeTree(page: Page, folder: string, unitId: number): Promise<TakenPicture[]> {
  await openAt(page, `/o/${unitId}`)
  await tool(page, 'Show schedule inheritance in tree').click()
  await tool(page, 'Show archived equipment').click()
  const taken = [await takeHere(page, folder, 'tree-inheritance')]
  await openAt(page, `/o/${unitId}`)
  await tool(page, 'Show schedule inheritance in tree').click()
  await page.getByRole('searchbox', { name: 'Search company tree' }).fill('press')
  taken.push(await takeHere(page, folder, 'tree-search'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show company tree' }).click()
  taken.push(await takeHere(page, folder, 'tree-over'))
  return taken
}

async function takeAdding(page: Page, folder: string, unitId: number): Promise<TakenPicture[]> {
  const taken: TakenPicture[] = []
  for (const [item, name] of [
    ['Add Org Unit', 'tree-add-unit'],
    ['Add Equipment', 'tree-add-equipment'],
  ] as const) {
    await openAt(page, `/o/${unitId}`)
    await tool(page, 'Add to the tree').click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog').waitFor()
    taken.push(await takeHere(page, folder, name))
  }
  await page.getByRole('tab', { name: 'Existing equipment' }).click()
  await page.getByRole('combobox', { name: 'Equipment' }).click()
  taken.push(await takeHere(page, folder, 'tree-existing-equipment'))
  return taken
}

/**
 * Takes the screenshots of the work on the tree of units and machines as an admin: toolbar, dialogs and forms. Nothing is changed
 * in the end.
 */
export async function takeTreeWork(
  camera: Camera,
  admin: Person,
  company: Company,
  places: Places,
): Promise<TakenPicture[]> {
  const { unitId, machineId } = places
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, admin)
    const taken = [...(await takeTree(page, folder, unitId)), ...(await takeAdding(page, folder, unitId))]
    const ask = async (path: string, name: string): Promise<void> => {
      await openAt(page, path)
      await tool(page, name).click()
      await page.getByRole('dialog').waitFor()
      taken.push(await takeHere(page, folder, `tree-${name.toLowerCase().replaceAll(' ', '-')}`))
    }
    await ask(`/o/${unitId}`, 'Remove Org Unit')
    await ask(`/e/${machineId}`, 'Remove Equipment')
    await ask(`/e/${machineId}`, 'Archive Equipment')
    const archived = await company.machine('Press that was put away', unitId)
    await company.call('PUT', `/v0/e/${archived.equipmentId}/archive`, { archived: true })
    await ask(`/e/${archived.equipmentId}`, 'Restore Equipment')
    await company.call('DELETE', `/v0/e/${archived.equipmentId}`)
    for (const [path, kind] of [
      [`/e/${machineId}`, 'machine'],
      [`/o/${unitId}`, 'unit'],
      [`/o/${company.rootUnitId}`, 'company'],
    ] as const) {
      await openAt(page, `${path}?panel=configuration`)
      await page
        .getByRole('complementary', { name: 'Configuration' })
        .getByRole('button', { name: 'Save', exact: true })
        .waitFor()
      taken.push(await takeHere(page, folder, `configuration-${kind}`))
    }
    return taken
  })
}

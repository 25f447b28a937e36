// Screenshots of the scope: a zoomed period in the header, the drawer, and its date picker.
import { type Camera, type TakenPicture, takeHere, withPage } from './camera.ts'
import { enterAs, type Person } from './people.ts'

export function takeScope(camera: Camera, person: Person, unitId: number): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, person)
    await page.goto(`/o/${unitId}?period=this-week&shift=2`)
    const period = page.getByRole('button', { name: /^Period:/ })
    await period.waitFor()
    await page.keyboard.press('[')
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
    const zoomed = await takeHere(page, folder, 'scope-zoomed')
    await period.click()
    const drawer = page.getByRole('dialog', { name: 'Period' })
    await drawer.waitFor()
    const open = await takeHere(page, folder, 'scope-drawer')
    await drawer.getByLabel('From').click()
    await drawer.getByRole('grid').waitFor()
    return [zoomed, open, await takeHere(page, folder, 'scope-dates')]
  })
}

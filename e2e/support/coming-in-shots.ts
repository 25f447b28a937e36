// Screenshots of the pages before sign-in, and of displays: pages that need more than an address and a session.
import type { Company } from '@millwatch/lab/product/company'
import { type Camera, type TakenPicture, takeHere, withPage } from './camera.ts'
import type { Places } from './page-shots.ts'
import { addMember, enterAs, type Person } from './people.ts'
import { printedCode } from './printed-code.ts'
import { withProduct } from './stage.ts'

async function takeSignIn(camera: Camera, ofTwo: Person): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    await page.goto('/login')
    const login = page.getByRole('button', { name: 'Login', exact: true })
    await login.waitFor()
    const taken = [await takeHere(page, camera.folder, 'sign-in')]
    await page.getByLabel('Email').fill(ofTwo.username)
    await page.getByLabel('Password', { exact: true }).fill('not the one')
    await login.click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    taken.push(await takeHere(page, camera.folder, 'sign-in-refused'))
    await page.getByLabel('Password', { exact: true }).fill(ofTwo.password)
    await login.click()
    await page.getByLabel('Company').waitFor()
    return [...taken, await takeHere(page, camera.folder, 'sign-in-company')]
  })
}

interface Mail {
  readonly recipient?: string
  readonly text?: string
}

/** Takes the screenshots of the page for a new password, opened by the link of a mail that the demo caught. */
async function takeReset(camera: Camera, superuser: Company): Promise<TakenPicture> {
  const member = await addMember(superuser, 'Forgetful')
  return withPage(camera, async (page) => {
    await page.request.post('/v0/password/request', { data: { username: member.username } })
    let link: string | undefined
    while (link === undefined) {
      const { mails } = await superuser.call<{ mails: Mail[] }>('GET', '/v0/mail')
      link = /\/password\/reset\?resetToken=[\w-]+/.exec(JSON.stringify(mails[0]))?.[0]
    }
    await page.goto(link)
    await page.getByLabel('New password').fill('onlyletters')
    await page.getByLabel('Repeat password').fill('other')
    await page.getByLabel('New password').focus()
    return takeHere(page, camera.folder, 'reset')
  })
}

async function takeForgotten(camera: Camera): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill('nobody@demo.example')
    await page.getByRole('button', { name: 'Request Password Reset' }).click()
    await page.getByText('Check email').waitFor()
    const forgotten = await takeHere(page, camera.folder, 'sign-in-forgotten')
    await page.goto('/password/reset?resetToken=of-nobody')
    await page.getByRole('alert').getByText('Token').waitFor()
    const invalid = await takeHere(page, camera.folder, 'reset-invalid')
    await page.goto('/kiosk')
    await page
      .getByLabel('Code of this display')
      .filter({ hasText: /^[A-Z]{3} [A-Z]{3}$/ })
      .waitFor()
    return [forgotten, invalid, await takeHere(page, camera.folder, 'kiosk-code')]
  })
}

async function takeFirstSignIn(camera: Camera, superuser: Company): Promise<TakenPicture> {
  const member = await addMember(superuser, 'Newcomer')
  return withPage(camera, async (page) => {
    await enterAs(page.context(), camera.url, member)
    await page.goto('/')
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Repeat password').fill('other')
    await page.getByLabel('Current password').focus()
    return takeHere(page, camera.folder, 'change-password')
  })
}

interface Place {
  readonly page: 'wall' | 'unit' | 'machine'
  readonly org_unit_id?: number
  readonly equipment_id?: number
}

async function takeDisplay(camera: Camera, admin: Company, place: Place): Promise<TakenPicture> {
  const wanted = { name: `Pictures ${place.page}`, may_give_reasons: false, may_count_scrap: false, ...place }
  const { code } = await admin.call<{ code: string }>('POST', '/v0/kiosks', wanted)
  return withPage(camera, async (page) => {
    await page.goto(`/?token=${code}`)
    await page.locator('[data-connection="connected"]').waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.querySelector('[aria-busy], .skeleton') === null)
    return takeHere(page, camera.folder, `display-${place.page}`)
  })
}

/** Takes the screenshots of each step of the set-up of a new installation, which is started for this. */
function takeFirstRun({ browser, folder }: Camera): Promise<TakenPicture[]> {
  return withProduct({}, (product) =>
    withPage({ browser, folder, url: product.url }, async (page) => {
      const next = page.getByRole('button', { name: 'Continue' })
      await page.goto('/')
      const code = await printedCode(product)
      await page.getByLabel('Code').fill(code)
      const taken = [await takeHere(page, folder, 'first-run-1')]
      await page.getByLabel('Company name').fill('Northfield Components')
      await next.click()
      await page.getByLabel('Email').fill('nobody')
      await next.click()
      taken.push(await takeHere(page, folder, 'first-run-2'))
      await page.getByLabel('Email').fill('dana@northfield.example')
      await page.getByLabel('First name').fill('Dana')
      await page.getByLabel('Last name').fill('Reyes')
      await page.getByLabel('Password', { exact: true }).fill('long enough 1')
      await page.getByLabel('Repeat password').fill('long enough 1')
      await next.click()
      await page.getByLabel('Machine name').fill('Press 1')
      taken.push(await takeHere(page, folder, 'first-run-3'))
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByText('Waiting for the first event…').waitFor()
      taken.push(await takeHere(page, folder, 'first-run-key'))
      return taken
    }),
  )
}

/**
 * Takes the screenshots of the pages before sign-in: sign-in, new password, displays, and the set-up of a new installation.
 * `ofTwo` is a member of two companies, `places` are the unit and machine of the displays.
 */
export async function takeComingIn(
  camera: Camera,
  superuser: Company,
  ofTwo: Person,
  places: Places,
): Promise<TakenPicture[]> {
  return [
    ...(await takeSignIn(camera, ofTwo)),
    ...(await takeForgotten(camera)),
    await takeReset(camera, superuser),
    await takeFirstSignIn(camera, superuser),
    await takeDisplay(camera, superuser, { page: 'wall', org_unit_id: places.unitId }),
    await takeDisplay(camera, superuser, { page: 'unit', org_unit_id: places.unitId }),
    await takeDisplay(camera, superuser, { page: 'machine', equipment_id: places.machineId }),
    ...(await takeFirstRun(camera)),
  ]
}

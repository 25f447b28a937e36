import { deflateSync } from 'node:zlib'
import type { Page, Route } from '@playwright/test'
import { enterAs } from './support/people.ts'
import { enterUntouched, enterWithRole, row, toast } from './support/setup.ts'
import { expect, test } from './support/test.ts'

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const crc = body.reduce((sum, byte) => (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc >>> 0, body.length + 4)
  return framed
}

/** Returns a PNG of one colour with 8 bits for each of red, green and blue. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0xb0)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

async function companyId(page: Page): Promise<number> {
  const { user } = (await (await page.request.get('/v0/user')).json()) as { user: { company_id: number } }
  return user.company_id
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Picture of the logo').setInputFiles({ name, mimeType, buffer })

test('company edit: timezone only; address, ZIP and contact are shown read-only', async ({ page, context, plant }) => {
  await enterUntouched(context, plant)
  await page.goto(`/setup/c/${await companyId(page)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plant.global.companies[0] ?? '')
  for (const label of ['Street address', 'ZIP code', 'Contact phone', 'Contact email']) {
    await expect(page.getByLabel(label)).not.toBeEditable()
    await expect(page.getByLabel(label)).toHaveAttribute('placeholder', 'Not known')
  }
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(page.getByText('Nothing has changed')).toBeVisible()
  await page.getByLabel('Time zone').selectOption('America/Denver')
  const refuse = (route: Route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback())
  await page.route('**/v0/company', refuse)
  await save.click()
  await expect(toast(page, 'Error saving company')).toBeVisible()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Denver')
  await page.unroute('**/v0/company', refuse)
  await save.click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  await expect(page.locator('.wall-clock')).toHaveAttribute('title', 'America/Denver')
  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Denver')
})

test('non-admins see fields disabled and no edit actions', async ({ page, context, plant }) => {
  await enterWithRole(context, plant, 'Nia', 'user')
  await page.goto(`/setup/c/${await companyId(page)}`)
  await expect(page.getByLabel('Time zone')).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Add-ins' })).toBeVisible()
  for (const name of ['Save', 'Choose a picture', 'Add an add-in'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('another company is the same as none', async ({ signedIn: page }) => {
  for (const id of [(await companyId(page)) + 1, 999_999, 'x']) {
    await page.goto(`/setup/c/${id}`)
    await expect(page.getByRole('alert')).toContainText('Invalid request')
  }
})

test('the limits of a logo are shown, and a file beyond them is not sent', async ({ signedIn: page }) => {
  await page.goto(`/setup/c/${await companyId(page)}`)
  await expect(page.getByText('PNG or WebP, at most 256 KB.')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  const fault = page.getByRole('region', { name: 'Logo' }).getByRole('alert')
  await choose(page, 'logo.svg', 'image/svg+xml', Buffer.from('<svg/>'))
  await expect(fault).toHaveText('This is no PNG or WebP. Choose another picture')
  await choose(page, 'logo.png', 'image/png', Buffer.alloc(300 * 1024))
  await expect(fault).toHaveText('This picture has 300 KB. A logo has at most 256 KB')
  await choose(page, 'logo.png', 'image/png', Buffer.from('no picture at all'))
  await expect(fault).toHaveText('This is no PNG or WebP that can be shown. Choose another picture')
  expect(sent).toEqual([])
})

test('a logo is seen before it is saved, stands in the header in place of the name, and is removed', async ({
  page,
  context,
  plant,
}) => {
  const name = plant.global.companies[0] ?? ''
  await enterUntouched(context, plant)
  await page.goto(`/setup/c/${await companyId(page)}`)
  const header = page.getByRole('banner')
  await expect(header.getByText(name)).toBeVisible()
  await choose(page, 'logo.png', 'image/png', png(320, 80))
  await expect(page.getByRole('img', { name: 'Preview of the new logo' })).toBeVisible()
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible()
  await expect(header.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: 'Save logo' }).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  await expect(header.getByRole('img', { name })).toBeVisible()
  const drawn = await header.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)
  expect(drawn).toBe(320)
  await expect(header.getByText(name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(header.getByText(name)).toBeVisible()
})

test('flags are shown read-only', async ({ signedIn: page }) => {
  await page.goto(`/setup/c/${await companyId(page)}`)
  const flags = page.getByRole('region', { name: 'Switched on for this company' })
  for (const words of [
    'Header colour',
    'Device outputs',
    'Operator view',
    'Favourite reasons',
    'Scrap at the end of a run',
  ])
    await expect(flags).toContainText(words)
  await expect(flags.locator('input, button, select')).toHaveCount(0)
})

test('add-ins are added by an https address, edited and removed; their key is shown after each change', async ({
  page,
  context,
  plant,
}) => {
  await enterAs(context, plant.url, plant)
  await page.goto(`/setup/c/${await companyId(page)}`)
  const name = `Drawings ${plant.tag}`
  await page.getByRole('button', { name: 'Add an add-in' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(dialog.getByText('Type a name first')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address of its page').fill('http://drawings.example/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('An add-in has an address that begins with https://')).toBeVisible()
  await dialog.getByLabel('Address of its page').fill('https://drawings.example/')
  await dialog.getByLabel('Shown beside units').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Add-in added')).toBeVisible()
  await expect(dialog.getByLabel('Key of the add-in')).toHaveValue(/^[\w-]{40,}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, name)).toContainText('https://drawings.example/')
  await expect(row(page, name)).toContainText('Machines and units')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Shown beside machines').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, name)).toContainText('Units')
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Add-in removed')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
})

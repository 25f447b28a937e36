import { violationsInAll } from './support/axe.ts'
import { cycles, send, status } from './support/device.ts'
import { addMember, enterAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

// Reduced motion: the checks see the final colours, without transitions.
test.use({ reducedMotion: 'reduce' })
// Checks in two themes at three widths are slow on a busy machine.
test.describe.configure({ timeout: 240_000 })

test('axe finds nothing on the pages before sign-in', async ({ page, plant }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  expect(await violationsInAll(page)).toEqual([])
  await page.getByLabel('Email').fill(`axe.${plant.tag}@plant.example`)
  await page.getByRole('button', { name: 'Request Password Reset' }).click()
  await expect(page.getByText('Check email for password reset link')).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
  await page.goto('/password/reset?resetToken=of-nobody')
  await expect(page.getByRole('alert')).toHaveText('Token invalid or expired')
  expect(await violationsInAll(page)).toEqual([])
  await page.goto('/kiosk')
  await expect(page.getByLabel('Code of this display')).toHaveText(/^[A-Z]{3} [A-Z]{3}$/)
  expect(await violationsInAll(page)).toEqual([])
  await page.goto('/login')
  await page.getByLabel('Email').fill(plant.global.username)
  await page.getByLabel('Password').fill(plant.global.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Company')).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
})

test('axe finds nothing where a first password is changed', async ({ page, context, plant }) => {
  await enterAs(context, plant.url, await addMember(plant.company, 'Accessible'))
  await page.goto('/')
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Repeat password').fill('other')
  await page.getByLabel('Current password').focus()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
})

for (const which of ['wall', 'machine'] as const) {
  test(`axe finds nothing on a display with the page ${which}`, async ({ page, plant }) => {
    const unit = await plant.unit(`Axe ${which} ${plant.tag}`)
    const machine = await plant.machineIn(`Axe ${which} press ${plant.tag}`, unit)
    await send(plant.url, machine, [status('running', Date.now() - 300_000), ...cycles(5, 30, Date.now() - 1000)])
    const { code } = await plant.company.call<{ code: string }>('POST', '/v0/kiosks', {
      name: `Axe ${which} ${plant.tag}`,
      page: which,
      ...(which === 'wall' ? { org_unit_id: unit } : { equipment_id: machine.equipmentId }),
      may_give_reasons: false,
      may_count_scrap: false,
    })
    await page.goto(`/?token=${code}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    expect(await violationsInAll(page)).toEqual([])
  })
}

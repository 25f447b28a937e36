import { signIn } from '@millwatch/lab/product/company'
import { violationsInAll } from './support/axe.ts'
import { companyApart } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { enterWithRole, toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'
import { machineOf, make, node, option, panel, save } from './support/tree-forms.ts'

test('Configuration that is closed, or left for another machine, keeps what was typed until it is saved or discarded', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Kept ${plant.tag}`)
  const press = await make(plant, 'e', `Press ${plant.tag}`, hall)
  const saw = await make(plant, 'e', `Saw ${plant.tag}`, hall)
  await page.goto(`/e/${press}?panel=configuration`)
  const name = page.getByRole('form', { name: 'Equipment configuration' }).getByLabel('Name')
  await name.fill('Half typed')
  await page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(name).toHaveCount(0)
  await page.getByRole('button', { name: 'Configuration' }).click()
  await expect(name).toHaveValue('Half typed')
  await node(page, `Saw ${plant.tag}`).click()
  await expect(page).toHaveURL(new RegExp(`/e/${saw}`))
  await expect(name).toHaveValue(`Saw ${plant.tag}`)
  await node(page, `Press ${plant.tag}`).click()
  await expect(name).toHaveValue('Half typed')
  await expect(page.getByText('You entered this earlier; it is not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(name).toHaveValue(`Press ${plant.tag}`)
})

test(
  'equipment is configured: name not blank, figures of any decimal, minutes, switches',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const hall = await plant.unit(`Set up ${plant.tag}`)
    const press = await make(plant, 'e', `Config ${plant.tag}`, hall)
    await page.goto(`/e/${press}?panel=configuration`)
    const form = panel(page)
    await expect(form.getByText('Nothing has changed')).toBeVisible()
    await expect(form.getByLabel(/^Excessive downtime threshold/)).toHaveValue('35')
    await expect(form.getByLabel(/^Maximum cycle time/)).toHaveValue('300')
    await form.getByLabel('Name').fill('  ')
    await expect(form.getByText('Name cannot be blank').first()).toBeVisible()
    await expect(save(form)).toBeDisabled()
    await form.getByLabel('Name').fill(`Configured ${plant.tag}`)
    await form.getByLabel('Hourly revenue').fill('120.125')
    await form.getByLabel(/^Maximum cycle time/).fill('12.5')
    await form.getByLabel(/^Excessive downtime threshold/).fill('2.5')
    await form.getByRole('switch', { name: 'Exclude from utilization' }).click()
    await save(form).click()
    await expect(toast(page, 'Saved successfully')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Configured ${plant.tag}`)
    await expect(node(page, `Configured ${plant.tag}`)).toBeVisible()
    await expect(form.getByText('Nothing has changed')).toBeVisible()
    expect(await machineOf(plant, press)).toMatchObject({
      hourly_revenue: 120.125,
      maximum_allowed_cycle_time: 12.5,
      excessive_downtime_threshold: 150,
      util_excluded: true,
    })
  },
)

test('category, manufacturer and model are read when they are opened, and new ones are made', async ({
  signedIn: page,
  plant,
}) => {
  const press = await make(plant, 'e', `Listed ${plant.tag}`, plant.company.rootUnitId)
  const { manufacturer } = await plant.company.call<{ manufacturer: { id: number } }>(
    'POST',
    '/v0/equip/manufacturers',
    { name: `Maker ${plant.tag}` },
  )
  await plant.company.call('POST', '/v0/equip/models', { number: `M-${plant.tag}`, manufacturer_id: manufacturer.id })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v0/equip/')) requests.push(request.url())
  })
  await page.goto(`/e/${press}?panel=configuration`)
  const form = panel(page)
  await expect(form.getByLabel('Name')).toHaveValue(`Listed ${plant.tag}`)
  expect(requests).toEqual([])
  await form.getByRole('combobox', { name: 'Model' }).fill(plant.tag)
  await expect(page.locator('.floating-group')).toHaveText(`Maker ${plant.tag}`)
  await option(page, `M-${plant.tag}`).click()
  await form.getByRole('combobox', { name: 'Category' }).click()
  await option(page, 'New category…').click()
  await form.getByRole('textbox', { name: 'New category' }).fill(`Presses ${plant.tag}`)
  await save(form).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  expect(await machineOf(plant, press)).toMatchObject({
    Category: { name: `Presses ${plant.tag}` },
    Manufacturer: { name: `Maker ${plant.tag}` },
    Model: { number: `M-${plant.tag}` },
  })
})

test(
  'a move applies from a given date in the zone of the machine, not a future one',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const hall = await plant.unit(`Dated from ${plant.tag}`)
    const other = await plant.unit(`Dated to ${plant.tag}`)
    const press = await make(plant, 'e', `Dated ${plant.tag}`, hall)
    await page.goto(`/e/${press}?panel=configuration`)
    const form = panel(page)
    const from = form.getByRole('combobox', { name: 'Counts from' })
    await expect(from).toBeDisabled()
    await form.getByRole('combobox', { name: 'Parent' }).fill(`Dated to ${plant.tag}`)
    await option(page, `Dated to ${plant.tag}`).click()
    await from.fill('2999-01-01')
    await from.press('Tab')
    await expect(form.getByText(/^Choose a day until/).first()).toBeVisible()
    await from.fill('2026-01-05 08:30')
    await from.press('Tab')
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith(`/v0/e/${press}`),
    )
    await save(form).click()
    expect((await sent).postDataJSON()).toEqual({ parent_org_unit_id: other, from: '2026-01-05T08:30:00.000Z' })
    await expect(toast(page, 'Saved successfully')).toBeVisible()
    expect((await machineOf(plant, press)).parent_org_unit_id).toBe(other)
  },
)

test('a unit is configured by name and time zone, the root as the company by its time zone, and by its target', async ({
  signedIn: page,
  plant,
}) => {
  const hall = await plant.unit(`Zoned ${plant.tag}`)
  await page.goto(`/o/${hall}?panel=configuration`)
  const form = panel(page)
  await form.getByLabel('Name').fill('')
  await expect(form.getByText('Name cannot be blank').first()).toBeVisible()
  await form.getByLabel('Name').fill(`In a zone ${plant.tag}`)
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Denver')
  await option(page, 'America/Denver').click()
  await save(form).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  const { orgUnit } = await plant.company.call<{ orgUnit: object }>('GET', `/v0/o/${hall}`)
  expect(orgUnit).toMatchObject({ name: `In a zone ${plant.tag}`, timezone: 'America/Denver' })
  await page.getByRole('searchbox', { name: 'Search company tree' }).fill(plant.tag)
  await node(page, plant.companyName).click()
  await expect(form.getByLabel('Time zone')).toBeEnabled()
  for (const label of ['Street address', 'ZIP code', 'Contact phone', 'Contact email'])
    await expect(form.getByLabel(label)).not.toBeEditable()
  await expect(form.getByLabel('Target of utilization, %')).toHaveAttribute('placeholder', '80')
  await form.getByLabel('Target of utilization, %').fill('101')
  await expect(form.getByText('A percentage from 1 to 100, or nothing').first()).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save target' })).toBeDisabled()
})

test('the target of the whole company is set in the form of its root', async ({ page, context, plant }) => {
  const { owner } = await companyApart(plant.url, `Aiming ${plant.tag}`)
  const company = await signIn(plant.url, owner.username, owner.password)
  await enterAs(context, plant.url, owner)
  await page.goto(`/o/${company.rootUnitId}?panel=configuration`)
  const form = panel(page)
  await form.getByLabel('Target of utilization, %').fill('65')
  await form.getByRole('button', { name: 'Save target' }).click()
  await expect(toast(page, 'Saved successfully')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Target of utilization, %')).toHaveValue('65')
})

test('a regular user sees disabled fields of a machine, none of money, and no edit actions', async ({
  page,
  context,
  plant,
}) => {
  const press = await make(plant, 'e', `Seen ${plant.tag}`, plant.company.rootUnitId)
  await enterWithRole(context, plant, 'user')
  await page.goto(`/e/${press}?panel=configuration`)
  const form = panel(page)
  await expect(form.getByLabel('Name')).toBeDisabled()
  await expect(save(form)).toHaveCount(0)
  await expect(form.locator('input:not([disabled]):not([readonly]), select:not([disabled])')).toHaveCount(0)
  await expect(form.getByLabel('Hourly revenue')).toHaveCount(0)
})

for (const kind of ['o', 'e'] as const) {
  test(`nothing in the configuration of /${kind}/{id} is hard to reach (axe)`, async ({ signedIn: page, plant }) => {
    const id = await make(plant, kind, `Form of ${plant.tag}`, plant.company.rootUnitId)
    await page.goto(`/${kind}/${id}?panel=configuration`)
    await expect(save(panel(page))).toBeVisible()
    expect(await violationsInAll(page, '.page-panel')).toEqual([])
  })
}

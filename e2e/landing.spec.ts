import { millwatch } from './support/operator.ts'
import { enterAs } from './support/people.ts'
import { memberOf } from './support/setup.ts'
import { enter, expect, test } from './support/test.ts'

test('an operator who signs in lands on the operator screen of the machine last used where the flag allows it, else on the tiles', async ({
  page,
  context,
  plant,
}) => {
  const press = await plant.machineIn(`Press ${plant.tag}`, plant.company.rootUnitId)
  const operator = await memberOf(plant, 'Olga', 'user')
  await enterAs(context, plant.url, operator)
  const tiles = new RegExp(`/o/${plant.company.rootUnitId}\\?.*tab=equipment`)
  await page.goto('/')
  await expect(page).toHaveURL(tiles)
  await page.goto(`/e/${press.equipmentId}`)
  await expect(page.getByRole('heading', { level: 1, name: `Press ${plant.tag}` })).toBeVisible()
  await page.goto('/')
  await expect(page, 'without the flag').toHaveURL(tiles)
  const { company } = await plant.company.call<{ company: { id: number } }>('GET', '/v0/company')
  await millwatch('flags', String(company.id), 'operator_view', 'on')
  try {
    await page.goto('/')
    await expect(page).toHaveURL(new RegExp(`/e/${press.equipmentId}/operator`))
    await context.clearCookies()
    await enter(context, plant)
    await page.goto(`/e/${press.equipmentId}`)
    await page.goto('/')
    await expect(page, 'a superuser sees the unit').toHaveURL(
      new RegExp(`/o/${plant.company.rootUnitId}(\\?(?!.*tab=)|$)`),
    )
  } finally {
    await millwatch('flags', String(company.id), 'operator_view', 'off')
  }
})

import { EVERYDAY, expect, test } from './support/test.ts'

test('a code on any page hands the session over, and leaves the address before anything is asked', async ({
  page,
  plant,
}) => {
  const unit = await plant.unit(`Handed over ${plant.tag}`)
  const { code } = await plant.company.call<{ code: string }>('POST', '/v0/sessions/handoff', {})
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url().replace(plant.url, '')}`))
  await page.goto(`/o/${unit}?token=${code}&status=down`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Handed over ${plant.tag}`)
  await expect(page).toHaveURL(`/o/${unit}?status=down`)
  const calls = requests.filter((call) => call.includes('/v0/'))
  expect(calls[0]).toBe('POST /v0/sessions/exchange')
  expect(requests.filter((call) => call.includes(code))).toEqual([`GET /o/${unit}?token=${code}&status=down`])
  expect(
    await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(code)
  await page.goBack().catch(() => undefined)
  expect(page.url()).not.toContain(code)
})

test(
  'a code is good once: used again it leads to the sign-in, which says so and leads on',
  EVERYDAY,
  async ({ page, plant }) => {
    const unit = await plant.unit(`Once only ${plant.tag}`)
    const { code } = await plant.company.call<{ code: string }>('POST', '/v0/sessions/handoff', {})
    const exchanged = await page.request.post('/v0/sessions/exchange', { data: { code } })
    expect(exchanged.status()).toBe(200)
    await page.goto(`/o/${unit}?token=${code}`)
    await expect(page).toHaveURL(`/login?next=%2Fo%2F${unit}`)
    await expect(page.getByRole('alert')).toHaveText('This link is not valid any more. Sign in, or ask for another one')
    await page.getByLabel('Email').fill(plant.username)
    await page.getByLabel('Password').fill(plant.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`/o/${unit}`)
  },
)

test('a raw session in the address is refused, and taken out of it', async ({ page, plant }) => {
  await page.goto(`/o/${plant.company.rootUnitId}?token=${plant.company.token}`)
  await expect(page.getByRole('alert')).toContainText('This link is not valid any more')
  expect(page.url()).not.toContain(plant.company.token)
})

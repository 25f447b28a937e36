import { type Company, signIn } from '@millwatch/lab/product/company'
import type { BrowserContext, Page } from '@playwright/test'
import { mailsTo } from './support/mailbox.ts'
import { enterAs, type Person, settledMember, signInTo } from './support/people.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

const UPDATED = 'User updated successfully'

/** Adds a member for this test, signs them in and opens their settings. */
async function atSettings(page: Page, context: BrowserContext, plant: Plant, name: string, tab = ''): Promise<Person> {
  const member = await settledMember(plant.url, plant.company, name)
  await enterAs(context, plant.url, member)
  await page.goto(`/setup/user${tab}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  return member
}

interface Kept {
  readonly user: Record<string, unknown>
}

const keptOf = async (plant: Plant, { username, password }: Person): Promise<Record<string, unknown>> => {
  const { user } = await (await signIn(plant.url, username, password)).call<Kept>('GET', '/v0/user')
  return user
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('General: name and phone are changed, the number is kept as E.164', async ({ page, context, plant }) => {
  const member = await atSettings(page, context, plant, 'Casey')
  await expect(page).toHaveTitle('Settings | Millwatch')
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('First name').fill('')
  await expect(page.locator('.field-error', { hasText: 'Please input a first name' })).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('First name').fill('Robin')
  await page.getByRole('textbox', { name: 'Phone' }).fill('312 555 0123')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('(312) 555-0123')
  await expect(page.getByRole('button', { name: 'User menu, Robin Member' })).toBeVisible()
  expect(await keptOf(plant, member)).toMatchObject({ first_name: 'Robin', phone: '+13125550123' })
})

test(
  'General: theme, shift colours and reports are kept, the theme is seen at once',
  EVERYDAY,
  async ({ page, context, plant }) => {
    const unit = await plant.unit(`Reported ${plant.tag}`)
    const member = await atSettings(page, context, plant, 'Reader')
    await page.getByRole('radio', { name: 'Light' }).check()
    await page.getByLabel('First shift').fill('#112233')
    await page.getByRole('checkbox', { name: /^Weekly report/ }).check()
    await page.getByRole('button', { name: 'Mon' }).click()
    await page.getByRole('button', { name: 'Fri' }).click()
    await page.getByLabel('Reports are about').selectOption(String(unit))
    await save(page).click()
    await expect(page.getByText(UPDATED)).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(244, 246, 248)')
    expect(await keptOf(plant, member)).toMatchObject({
      theme: 'light',
      shiftColors: { 1: '#112233' },
      weekly_report_enabled: true,
      daily_report_days_enabled: [1, 5],
      report_subject_org_unit_id: unit,
    })
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Mon' })).toHaveAttribute('aria-pressed', 'true')
  },
)

test('General: a report by email is seen as its mail looks, and sent at once', async ({ page, context, plant }) => {
  const unit = await plant.unit(`Mailed ${plant.tag}`)
  await plant.machineIn('Press', unit)
  const member = await atSettings(page, context, plant, 'Mailed')
  await page.getByLabel('Reports are about').selectOption(String(unit))
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  const [mail] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Preview of the weekly report' }).click(),
  ])
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText(`Mailed ${plant.tag}`)
  // The policy of the page lets its own styles work.
  expect(await mail.locator('.card').evaluate((card) => getComputedStyle(card).borderBottomStyle)).toBe('solid')
  await mail.close()
  await page.getByRole('button', { name: 'Send me one now: daily report' }).click()
  await expect(page.getByText(`Daily report sent to ${member.username}`)).toBeVisible()
  await expect
    .poll(() => mailsTo(plant.mails, member.username).join('\n'), { timeout: 20_000 })
    .toContain(`Daily report: Mailed ${plant.tag}`)
})

test('General: locale and clock are kept; lists, header and axes follow them', async ({ page, context, plant }) => {
  const unit = await plant.unit(`Dated ${plant.tag}`)
  await plant.machineIn('Press', unit)
  const member = await atSettings(page, context, plant, 'Dated')
  const clock = page.locator('.wall-clock time')
  const since = page.getByRole('list', { name: 'Sessions' })
  const axis = page.locator('.time-axis').first()
  const everywhere = async (time: RegExp, date: RegExp): Promise<void> => {
    await expect(clock).toHaveText(time)
    await page.goto('/setup/user?tab=security')
    await expect(since).toContainText(date)
    await page.goto(`/o/${unit}?tab=equipment&period=1d`)
    await page.getByRole('button', { name: 'Status timeline' }).click()
    await expect(axis).toContainText(/\d/)
  }
  await everywhere(/^\d+:\d\d:\d\d [AP]M$/, /since \d+\/\d+ \d+:\d\d:\d\d [AP]M/)
  await expect(axis).toContainText(/\d+:00 [AP]M/)
  await page.goto('/setup/user')
  await page.getByLabel('Locale').selectOption('German (Germany)')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await everywhere(/^\d\d:\d\d:\d\d$/, /since \d+\.\d+\. \d\d:\d\d:\d\d/)
  await expect(axis).not.toContainText(/[AP]M/)
  await page.goto('/setup/user')
  await page.getByLabel('Clock').selectOption('12 hours')
  await save(page).click()
  await expect(clock).toHaveText(/^\d+:\d\d:\d\d [AP]M$/)
  expect(await keptOf(plant, member)).toMatchObject({ locale: 'de-DE', clock_hours: 12 })
})

test('sessions are listed in the zone of the company, which is named, whatever the zone of the browser is', async ({
  signedIn: page,
  browser,
  plant,
}) => {
  const { company } = await plant.company.call<{ company: { timezone: string } }>('GET', '/v0/company')
  const context = await browser.newContext({
    baseURL: plant.url,
    timezoneId: 'Asia/Tokyo',
    storageState: await page.context().storageState(),
  })
  const { sessions } = await plant.company.call<{ sessions: { created_at: string }[] }>('GET', '/v0/sessions')
  const elsewhere = await context.newPage()
  await elsewhere.goto('/setup/user?tab=security')
  const [first] = sessions
  const time = new Date(first?.created_at ?? 0).toLocaleTimeString('en-US', { timeZone: company.timezone })
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: company.timezone, timeZoneName: 'short' })
  const name = zone.formatToParts(Date.now()).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  await expect(elsewhere.getByRole('list', { name: 'Sessions' })).toContainText(
    `${time.replaceAll('\u202f', ' ')} ${name}`,
  )
  await context.close()
})

test('the theme as the system follows its change at once, also on the login page', async ({ page, context, plant }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const member = await atSettings(page, context, plant, 'Daylight')
  const theme = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(theme).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'As the system' }).check()
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(theme).toHaveAttribute('data-theme', 'light')
  expect(await keptOf(plant, member)).toMatchObject({ theme: 'system' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(theme).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /User menu/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Light theme' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await expect(theme).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.reload()
  await expect(theme).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(theme).toHaveAttribute('data-theme', 'dark')
})

test('the theme follows the person to another browser', async ({ page, browser, context, plant }) => {
  const member = await atSettings(page, context, plant, 'Traveller')
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  await expect.poll(async () => (await keptOf(plant, member)).theme).toBe('light')
  const elsewhere = await browser.newContext({ baseURL: plant.url })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(member.username)
  await other.getByLabel('Password').fill(member.password)
  await other.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other.getByRole('banner')).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
  await elsewhere.close()
})

test('Security: a new password ends all other sessions', async ({ page, context, plant }) => {
  const member = await atSettings(page, context, plant, 'Changer', '?tab=security')
  const other = await signIn(plant.url, member.username, member.password)
  await page.getByRole('textbox', { name: 'Current password' }).fill(member.password)
  await page.getByLabel('New password').fill('brand new one 1')
  await page.getByLabel('Repeat password').fill('brand new one 1')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveValue('')
  await expect(other.call('GET', '/v0/user')).rejects.toThrow('401')
  await signIn(plant.url, member.username, 'brand new one 1')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
})

test('Security: sessions are listed and ended, one by one and all others at once', async ({ page, context, plant }) => {
  const member = await atSettings(page, context, plant, 'Everywhere', '?tab=security')
  const list = page.getByRole('list', { name: 'Sessions' })
  const dialog = page.getByRole('dialog')
  const confirm = async (button: string) => {
    await dialog.getByLabel('Your password').fill(member.password)
    await dialog.getByRole('button', { name: button }).click()
  }
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type('certainly not it 1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Invalid current password')).toBeVisible()
  await confirm('End all others')
  await expect(dialog).toBeHidden()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('this one')
  await expect(list).toContainText(plant.companyName)
  await expect(page.getByRole('button', { name: 'End all others' })).toBeDisabled()
  const others: Company[] = []
  for (let count = 0; count < 3; count++) others.push(await signIn(plant.url, member.username, member.password))
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await list
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click()
  await confirm('End the session')
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'End all others' }).click()
  await confirm('End all others')
  await expect(page.getByText('2 sessions ended')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  for (const other of others) await expect(other.call('GET', '/v0/user')).rejects.toThrow('401')
})

/** Sets the same password again by a mailed link, which proves that the address belongs to the person. */
async function proveAddress(plant: Plant, { username, password }: Person): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(plant.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
  }
  const linkIn = () => /resetToken=([\w-]+)/.exec(mailsTo(plant.mails, username).join('\n'))?.[1] ?? ''
  await post('/v0/password/request', { username })
  await expect.poll(linkIn, { timeout: 20_000 }).not.toBe('')
  await post('/v0/password/reset', { token: linkIn(), username, password })
}

test('an invitation is accepted under a proven address, and the company can be switched to', async ({
  page,
  context,
  plant,
}) => {
  const member = await atSettings(page, context, plant, 'Wanted')
  const north = await signInTo(plant.url, plant.global, 'Northern Works')
  const added = { username: member.username, first_name: 'Not', last_name: 'Theirs', password: 'given by another 1' }
  await north.call('POST', '/v0/users', added)
  await page.reload()
  const invitations = page.getByRole('list', { name: 'Invitations' })
  await expect(invitations).toContainText('Northern Works invites you as regular user')
  await invitations.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('First confirm that this email is yours')).toBeVisible()
  await proveAddress(plant, member)
  await enterAs(context, plant.url, member)
  await page.goto('/setup/user')
  await invitations.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('You belong to Northern Works now')).toBeVisible()
  await expect(invitations).toHaveCount(0)
  await page.getByLabel('Default company').selectOption('Plant')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await page.getByRole('button', { name: 'Switch to Northern Works' }).click()
  await expect(page).toHaveURL(/\/login\?to=\d+$/)
  await page.getByLabel('Email').fill(member.username)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Company').locator('option:checked')).toHaveText('Northern Works')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northern Works')
  await page.goto('/login')
  await page.getByLabel('Email').fill(member.username)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Company').locator('option:checked')).toHaveText('Plant')
})

test('an invitation is declined, and is gone', async ({ page, context, plant }) => {
  const member = await atSettings(page, context, plant, 'Content')
  const south = await signInTo(plant.url, plant.global, 'Southern Works')
  const added = { username: member.username, first_name: 'Not', last_name: 'Theirs', password: 'given by another 1' }
  await south.call('POST', '/v0/users', added)
  await page.reload()
  await page.getByRole('list', { name: 'Invitations' }).getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Invitation of Southern Works declined')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(page.getByRole('list', { name: 'Invitations' })).toHaveCount(0)
  expect(await keptOf(plant, member)).toMatchObject({ companies: [{ name: 'Plant' }], invitations: [] })
})

import { signIn } from '@millwatch/lab/product/company'
import { mailsTo } from './support/mailbox.ts'
import { row, toast } from './support/setup.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

test('a new member is announced, is in the list, and changes the password at the first sign-in', async ({
  signedIn: page,
  plant,
}) => {
  const email = `eva.${plant.tag}@plant.example`
  await page.goto('/setup/users/new')
  await expect(page).toHaveTitle('Add a Team Member | Millwatch')
  await page.getByRole('radio', { name: 'Set a first password, and tell them' }).check()
  const typed = {
    Email: email,
    'First name': 'Eva',
    'Last name': 'Kern',
    Password: 'lathe-4711',
    'Confirm password': 'lathe-4711',
  }
  for (const [label, words] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect(toast(page, `User ${email} created successfully`)).toBeVisible()
  await expect(page).toHaveURL('/setup/users')
  await expect(row(page, email)).toContainText('Eva Kern')
  const member = await signIn(plant.url, email, 'lathe-4711')
  await expect(member.call('GET', '/v0/company')).rejects.toThrow(/403.*password_must_change/)
})

test(
  'a person is invited by mail, chooses a password by its link, and is a member then',
  EVERYDAY,
  async ({ signedIn: page, browser, plant }) => {
    const email = `invited.${plant.tag}@plant.example`
    await page.goto('/setup/users/new')
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    for (const [label, words] of Object.entries({ Email: email, 'First name': 'Ida', 'Last name': plant.tag }))
      await page.getByLabel(label, { exact: true }).fill(words)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(toast(page, `Invitation to ${email} is on its way`)).toBeVisible()
    await expect(row(page, email)).toContainText(/Invited/)
    const mailed = () => mailsTo(plant.mails, email).join('\n')
    await expect.poll(mailed, { timeout: 20_000 }).toContain('resetToken=')
    const [path = ''] = /\/password\/reset\?resetToken=[\w-]+/.exec(mailed()) ?? []
    const theirs = await browser.newContext({ baseURL: plant.url })
    const invited = await theirs.newPage()
    await invited.goto(path)
    await expect(invited.getByRole('heading', { level: 1 })).toHaveText(`Join ${plant.companyName}`)
    await invited.getByLabel('New password').fill('letters and 1')
    await invited.getByLabel('Repeat password').fill('letters and 1')
    await invited.getByRole('button', { name: 'Set password' }).click()
    await expect(invited.getByText('Password has been set. Redirecting to login page...')).toBeVisible()
    await expect(invited).toHaveURL('/login')
    await invited.getByLabel('Email').fill(email)
    await invited.getByLabel('Password').fill('letters and 1')
    await invited.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(invited.getByRole('banner')).toBeVisible()
    await theirs.close()
    await expect(row(page, email)).not.toContainText('Invited')
    await expect(row(page, email).getByRole('button', { name: /^Delete/ })).toBeVisible()
  },
)

test('an invitation is sent again, and withdrawn', async ({ signedIn: page, plant }) => {
  const email = `waiting.${plant.tag}@plant.example`
  await plant.company.call('POST', '/v0/users', { username: email, first_name: 'Wim', last_name: plant.tag })
  await page.goto(`/setup/users?q=${plant.tag}`)
  await page.getByRole('button', { name: `Send the invitation of Wim ${plant.tag} again` }).click()
  await expect(toast(page, `Invitation to Wim ${plant.tag} is on its way`)).toBeVisible()
  await page.getByRole('button', { name: `Withdraw the invitation of Wim ${plant.tag}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page, 'Invitation withdrawn')).toBeVisible()
  await expect(row(page, email)).toHaveCount(0)
})

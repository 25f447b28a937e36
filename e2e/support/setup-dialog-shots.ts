// Screenshots of what opens on the pages under Settings: forms, values shown once, and confirmations.
import type { Page } from '@playwright/test'
import { type Camera, type TakenPicture, takeHere, withPage } from './camera.ts'
import { enterAs, type Person } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first()

interface Opened {
  readonly name: string
  readonly path: string
  /** Acts as a person on the page until the form or dialog is open. */
  readonly open: (page: Page) => Promise<void>
}

/** Returns a function that presses the first button with this name, and waits for its dialog. */
const asks =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await button(page, name).click()
    await dialog(page).waitFor()
  }

async function makeKey(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Line terminal')
  await button(page, 'Make key').click()
  await dialog(page).getByLabel('API key', { exact: true }).waitFor()
}

async function chooseOperations(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Do only the listed operations' }).check()
  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('tag.')
  await page.getByLabel('tag.list').check()
}

async function addAddin(page: Page): Promise<void> {
  await asks(/^Add an add-in/)(page)
  await dialog(page).getByLabel('Name').fill('Work instructions')
  await dialog(page).getByLabel('Address of its page').fill('http://instructions.example/')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
}

async function keepAddin(page: Page): Promise<void> {
  await addAddin(page)
  await dialog(page).getByLabel('Address of its page').fill('https://instructions.example/')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByLabel('Key of the add-in').waitFor()
}

async function chooseLogo(page: Page): Promise<void> {
  const buffer = await page.getByRole('heading', { level: 1 }).screenshot()
  await page.getByLabel('Picture of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByRole('img', { name: 'Preview of the new logo' }).waitFor()
}

const opened = (company: string): readonly Opened[] => [
  { name: 'setup-keys-operations', path: '/setup/keys', open: chooseOperations },
  { name: 'setup-keys-made', path: '/setup/keys', open: makeKey },
  { name: 'setup-keys-revoke', path: '/setup/keys', open: asks(/^Revoke/) },
  { name: 'setup-tags-edit', path: '/setup/tags', open: asks(/^Edit/) },
  { name: 'setup-tags-rename', path: '/setup/tags', open: (page) => button(page, /^Rename/).click() },
  { name: 'setup-schedules-edit', path: '/setup/schedules', open: asks(/^Edit/) },
  { name: 'setup-reasons-edit', path: '/setup/reasons', open: asks(/^Edit Breakdown/) },
  { name: 'setup-kiosks-link', path: '/setup/kiosks', open: asks(/^New link for/) },
  { name: 'setup-kiosks-code', path: '/setup/kiosks', open: asks(/^Enter code of/) },
  { name: 'setup-kiosks-revoke', path: '/setup/kiosks', open: asks(/^Revoke/) },
  { name: 'setup-company-addin', path: company, open: addAddin },
  { name: 'setup-company-addin-key', path: company, open: keepAddin },
  { name: 'setup-company-addin-remove', path: company, open: asks(/^Remove Work instructions/) },
  { name: 'setup-company-logo', path: company, open: chooseLogo },
  { name: 'settings-sessions-end', path: '/setup/user?tab=security', open: asks(/^End all others/) },
  { name: 'setup-users-delete', path: '/setup/users', open: asks(/^Delete Uma/) },
  { name: 'setup-groups-remove', path: '/setup/groups', open: asks(/^Remove Maintenance/) },
  {
    name: 'setup-groups-rename',
    path: '/setup/groups',
    open: (page) => button(page, /^Rename/).click(),
  },
  { name: 'setup-audit-details', path: '/setup/audit', open: (page) => button(page, /^Details of/).click() },
  { name: 'setup-audit-none', path: '/setup/audit?user=999999', open: async () => undefined },
  {
    name: 'setup-mail-open',
    path: '/setup/mail',
    open: (page) => page.locator('.mail-item').first().click(),
  },
]

/** Takes the screenshots of the forms and dialogs under Settings as a superuser; `company` is the path of the company's page. */
export function takeSetupDialogs(camera: Camera, superuser: Person, company: string): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    await enterAs(page.context(), camera.url, superuser)
    const taken: TakenPicture[] = []
    for (const { name, path, open } of opened(company)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await open(page)
      taken.push(await takeHere(page, camera.folder, name))
    }
    return taken
  })
}

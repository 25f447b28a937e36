// Content for the pages under Settings before their screenshots are taken.
import { DAY_MS } from '@millwatch/domain/time'
import type { Company } from '@millwatch/lab/product/company'

async function fillGroups(owner: Company): Promise<void> {
  const { users } = await owner.call<{ users: { id: number }[] }>('GET', '/v0/users')
  for (const [name, size] of Object.entries({ Maintenance: 3, 'Night shift': 2, 'Plant managers, both sites': 1 })) {
    const { roster } = await owner.call<{ roster: { id: number } }>('POST', '/v0/rosters', { name })
    for (const user of users.slice(0, size))
      await owner.call('POST', `/v0/rosters/${roster.id}/users`, { user_id: user.id })
  }
}

async function fillDisplays(owner: Company, machineId: number): Promise<void> {
  const entrance = { name: 'Entrance wall', page: 'wall', org_unit_id: owner.rootUnitId }
  const press = { name: 'Press line, left column', page: 'operator', equipment_id: machineId }
  await owner.call('POST', '/v0/kiosks', { ...entrance, may_give_reasons: false, may_count_scrap: false })
  const rights = { may_give_reasons: true, may_count_scrap: true }
  await owner.call('POST', '/v0/kiosks', { ...press, ...rights })
  const { kiosk } = await owner.call<{ kiosk: { id: number } }>('POST', '/v0/kiosks', {
    ...press,
    ...rights,
    name: 'Old tablet',
  })
  await owner.call('DELETE', `/v0/kiosks/${kiosk.id}`)
}

async function fillPrograms(owner: Company): Promise<void> {
  const expires_at = new Date(Date.now() + 90 * DAY_MS).toISOString()
  await owner.call('POST', '/v0/api_keys', { name: 'Weekly report to the ERP', expires_at })
  await owner.call('POST', '/v0/webhooks', { name: 'Pager of the maintenance crew', url: 'https://pager.example/hook' })
  const operations = ['tag.list', 'tag.create', 'tag.update']
  await owner.call('POST', '/v0/api_keys', { name: 'Import of tags', operations, expires_at })
  await owner.call('POST', '/v0/addins', {
    name: 'Drawings',
    index_url: 'https://drawings.example/',
    equipment_enabled: true,
    org_unit_enabled: false,
  })
  await owner.call('POST', '/v0/client-errors', {
    version: '0.1.0',
    route: `/o/${owner.rootUnitId}`,
    message: 'TypeError: Cannot read properties of undefined',
    stack: 'at Timeline (/assets/machine.js:1:2344)',
    browser: 'Chromium',
  })
}

/** Requests a new password for a person, so that the demo catches a mail. */
async function askForMail(url: string, username: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v0/password/request`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username }),
  })
  if (!answer.ok) throw new Error(`The request for a mail was answered ${answer.status}`)
}

/** Returns true if the plant has the content already, because pictures of it were taken before. */
async function isFilled(owner: Company): Promise<boolean> {
  const { rosters } = await owner.call<{ rosters: { name: string }[] }>('GET', '/v0/rosters')
  return rosters.some(({ name }) => name === 'Maintenance')
}

/**
 * Adds content to the pages under Settings of a plant that does not have it yet, and returns these pages (names and paths) for a
 * browser that is signed in as the same superuser.
 */
export async function setUpForPictures(
  url: string,
  owner: Company,
  machineId: number,
): Promise<{ name: string; path: string }[]> {
  if (!(await isFilled(owner))) {
    await fillGroups(owner)
    await fillDisplays(owner, machineId)
    await fillPrograms(owner)
  }
  await askForMail(url, 'user@demo.example')
  const { user } = await owner.call<{ user: { company_id: number } }>('GET', '/v0/user')
  const pages = [
    'users',
    'users/new',
    'groups',
    'tags',
    'reasons',
    'schedules',
    'kiosks',
    'keys',
    'webhooks',
    'audit',
    'mail',
    'errors',
  ]
  return [
    { name: 'setup-company', path: `/setup/c/${user.company_id}` },
    ...pages.map((page) => ({ name: `setup-${page.replace('/', '-')}`, path: `/setup/${page}` })),
  ]
}

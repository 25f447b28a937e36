import { getCompany } from '@millwatch/contract/http/company'
import { createKioskCode, listKiosks, pairKiosk } from '@millwatch/contract/http/kiosks'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeServer, refuse } from '../../ui/fake-server.testing.ts'
import { button, company, field, hand, instant, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { KiosksPage } from './kiosks-page.tsx'

const press = {
  id: 9,
  name: 'Press',
  active: true,
  current_status: null,
  currently_scheduled: false,
  last_ping_at: null,
  schedule_changes_at: null,
  schedule_source: 'self',
}
const wall = {
  id: 5,
  name: 'South wall',
  page: 'unit' as const,
  equipment_id: null,
  org_unit_id: 70,
  may_give_reasons: false,
  may_count_scrap: false,
  may_set_runs: false,
  subject_name: 'Plant',
  created_at: instant,
  created_by: 'Ann Owner',
  last_used_at: null,
  revoked_at: null,
}

async function show(...kiosks: (typeof wall)[]): Promise<FakeServer> {
  const server = serverOf('admin')
    .on(getCompany, () => ({
      status: 'success',
      company: { ...company, tree: { ...company.tree, equipment: [press] } },
    }))
    .on(listKiosks, () => ({ status: 'success', kiosks }))
    .on(createKioskCode, () => ({
      status: 'success',
      code: 'c-1',
      url: 'http://millwatch.example/?token=c-1',
      expires_at: '2999-01-01T00:00:00.000Z',
    }))
  showPage(<KiosksPage />)
  await screen.findByLabelText('Name')
  return server
}

test('a company without displays gets a message', async () => {
  await show()
  await screen.findByText('No displays')
})

test('the button says what is missing: a name, then a machine or a unit', async () => {
  await show()
  expect(button('Add display').disabled).toBe(true)
  screen.getByText('Type a name first')
  await type('Name', 'Hall 1')
  screen.getByText('Choose a unit first')
  await hand.click(screen.getByRole('radio', { name: /^Operator/ }))
  screen.getByText('Choose a machine first')
  await hand.selectOptions(field('Machine'), 'Press')
  expect(button('Add display').disabled).toBe(false)
  await hand.click(screen.getByRole('radio', { name: /^Wall/ }))
  screen.getByText('Choose a unit first')
})

test('another link is made for a display that is there', async () => {
  await show(wall)
  await hand.click(await screen.findByRole('button', { name: 'New link for South wall' }))
  await screen.findByRole('dialog', { name: 'Open South wall' })
  expect(field('Link of the display').value).toMatch(/\?token=c-1$/)
})

test('the code that a browser shows is sent as it was typed, and a refused one is said at its field', async () => {
  const sent: string[] = []
  const server = await show(wall)
  server.on(pairKiosk, ({ body }) => {
    sent.push(body.code)
    return sent.length === 1 ? refuse('pairing_code_unknown') : { status: 'success', ip: '10.0.0.7' }
  })
  await hand.click(await screen.findByRole('button', { name: 'Enter code of South wall' }))
  await screen.findByRole('dialog', { name: 'Connect South wall' })
  expect(button('Connect display').disabled).toBe(true)
  await type('Code that the display shows', 'kxr tmc')
  await hand.click(button('Connect display'))
  await screen.findByText(/^No browser shows this code now/)
  await type('Code that the display shows', 'kxr tmb')
  await hand.click(button('Connect display'))
  await screen.findByText('The browser at 10.0.0.7 shows South wall in a moment')
  expect(sent).toEqual(['kxr tmc', 'kxr tmb'])
})

import { listAudit } from '@millwatch/contract/http/audit'
import { listUsers } from '@millwatch/contract/http/members'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, button, errorAt, field, hand, instant, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { AuditPage } from './audit-page.tsx'

const entry = (id: number, operation: string) => ({
  id,
  occurred_at: instant,
  actor: 'user' as const,
  actor_id: 1,
  actor_name: 'Ann Owner',
  session_id: 4,
  ip: '127.0.0.1',
  operation,
  subject: 'roster/3',
  before: operation === 'roster.create' ? null : { name: 'Before' },
  after: { name: 'After' },
  names: { 'roster/3': { name: 'After', removed: false } },
})

/** Shows the page over a log with a page of 50 entries and one of two. */
async function show(at: string) {
  serverOf('admin')
    .on(listUsers, () => ({ status: 'success', users: [] }))
    .on(listAudit, ({ query: { before, user_id } }) => {
      const [from, to] = before === undefined ? [3, 52] : [1, 2]
      const ids = user_id === undefined ? Array.from({ length: to - from + 1 }, (_, index) => to - index) : []
      return {
        status: 'success',
        entries: ids.map((id) => entry(id, id === 1 ? 'roster.create' : 'roster.update')),
        next_before: before === undefined && user_id === undefined ? 3 : null,
        operations: ['roster.create', 'roster.update'],
      }
    })
  showPage(<AuditPage />, { at })
  await screen.findByLabelText('Subject')
}

const lines = () =>
  within(screen.getByRole('table', { name: 'Audit log' }))
    .getAllByRole('row')
    .slice(1)

test('older entries are on the next page, which has an address', async () => {
  await show('/setup/audit?subject=roster/3')
  await waitFor(() => expect(lines()).toHaveLength(50))
  await hand.click(button('Older'))
  await waitFor(() => expect(lines()).toHaveLength(2))
  expect(address()).toMatch(/before=3/)
  expect(lines().at(-1)?.textContent).toContain('Group added')
  expect(lines().at(-1)?.textContent).toContain('roster.create')
  expect(lines().at(-1)?.textContent).toContain('Group After')
  screen.getByText('These are the oldest entries.')
  await hand.click(button('Newest'))
  await waitFor(() => expect(lines()).toHaveLength(50))
  expect(address()).not.toMatch(/before=/)
})

test('all things of a kind are chosen by its word', async () => {
  await show('/setup/audit')
  expect(screen.queryByText(/org_unit/)).toBeNull()
  await hand.selectOptions(field('Subject'), 'Machine')
  await waitFor(() => expect(address()).toBe('/setup/audit?subject=equipment'))
})

test('a click on a subject shows all about it', async () => {
  await show('/setup/audit?operation=roster.create')
  await hand.click((await screen.findAllByRole('button', { name: 'All about Group After' }))[0] as HTMLElement)
  await waitFor(() => expect(address()).toContain('subject=roster/3'))
  expect(screen.getByRole('option', { name: 'Group After', selected: true })).toBeTruthy()
})

test('the filter still names members that were removed; without entries a message says so', async () => {
  await show('/setup/audit?user=999999')
  expect(field('Person').value).toBe('999999')
  await screen.findByText('No entries')
})

test('two filters that change before the page is shown again both count', async () => {
  await show('/setup/audit')
  act(() => {
    for (const [label, value] of [
      ['From', '2026-01-02'],
      ['To', '2026-01-03'],
    ] as const) {
      fireEvent.change(field(label), { target: { value } })
      fireEvent.keyDown(field(label), { key: 'Enter' })
    }
  })
  await waitFor(() => expect(address()).toBe('/setup/audit?from=2026-01-02&to=2026-01-03'))
})

test('a day that is none is named and changes no filter', async () => {
  await show('/setup/audit')
  await type('From', 'yesterday')
  await hand.tab()
  expect(errorAt('From')).toBe('Enter a day as 2026-11-21')
  expect(field('From').value).toBe('yesterday')
  expect(address()).toBe('/setup/audit')
  await type('From', '2026-01-02')
  await hand.tab()
  await waitFor(() => expect(address()).toBe('/setup/audit?from=2026-01-02'))
  expect(errorAt('From')).toBeUndefined()
})

import * as groups from '@millwatch/contract/http/groups'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import type { CurrentRun } from '../../features/runs/queries.ts'
import { button, field, hand, instant, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { MachineRunDialog } from './machine-run-dialog.tsx'

const run: CurrentRun = {
  id: 3,
  tag_ids: [11],
  tags: [{ id: 11, name: 'AX-114' }],
  started_at: instant,
  ended_at: null,
  cycles_total: 500,
  cycles_current: 20,
  parts_per_cycle: 4,
  allow_overrun: false,
  notify_roster_ids: [],
  scrap_qty: 0,
} as unknown as CurrentRun

interface PageProps {
  first: CurrentRun | null
  next: CurrentRun | null
}

/** Makes the `next` run of the page the active one. */
let meanwhile = (): void => undefined

/** Page with the dialog, on which `first` is the active run until `meanwhile`. */
function Page({ first, next }: PageProps) {
  const [current, setCurrent] = useState(first)
  useEffect(() => {
    meanwhile = () => act(() => setCurrent(next))
  }, [next])
  const done = () => Promise.resolve()
  return <MachineRunDialog machineId={5} current={current} scrapEnabled onChanged={done} onClose={() => undefined} />
}

const show = (page: PageProps) => {
  serverOf()
    .on(listTags, () => ({ status: 'success', tags: [] }))
    .on(groups.listRosters, () => ({ status: 'success', rosters: [] }))
  showPage(<Page {...page} />)
}

test('a dialog for a new run keeps its entries when a colleague starts a run, and says so', async () => {
  show({ first: null, next: run })
  await screen.findByLabelText('Part Qty')
  await type('Part Qty', '30')
  meanwhile()
  await screen.findByText(/^A run was started elsewhere meanwhile/)
  screen.getByRole('dialog', { name: 'Start new run' })
  expect(field('Part Qty').value).toBe('30')
  expect(screen.queryByRole('button', { name: 'End run' })).toBeNull()
})

test('the number of scrapped parts stays in its field when the run ends by itself', async () => {
  show({ first: run, next: null })
  await hand.click(await screen.findByRole('button', { name: 'End run' }))
  await hand.click(button('Yes'))
  await type('Scrap Qty', '7')
  meanwhile()
  await screen.findByText(/^This run was ended elsewhere meanwhile/)
  expect(field('Scrap Qty').value).toBe('7')
})

test('the cycles of the run that is shown stay live', async () => {
  show({ first: run, next: { ...run, cycles_current: 21 } })
  await screen.findByText(/of which 20 are done/)
  meanwhile()
  await screen.findByText(/of which 21 are done/)
  expect(screen.queryByRole('alert')).toBeNull()
})

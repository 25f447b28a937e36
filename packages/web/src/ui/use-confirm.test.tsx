import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, hand, showPage } from './page.testing.ts'
import { type Question, useConfirm } from './use-confirm.tsx'

let ask: (question: Question) => void

function Page() {
  ask = useConfirm()
  return null
}

/** Asks a question with this title whose action lasts until the returned function is called. */
function open(title: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  act(() => ask({ title, text: '', yes: 'Yes', no: 'No', onYes: () => promise }))
  return resolve
}

test('a question stays, and cannot be answered again, until its action has ended', async () => {
  showPage(<Page />)
  const end = open('Delete alarm')
  await hand.click(button('Yes'))
  expect([button('Yes').disabled, button('No').disabled]).toEqual([true, true])
  await hand.keyboard('{Escape}')
  screen.getByRole('dialog', { name: 'Delete alarm' })
  end()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the end of an action leaves another question that was asked meanwhile, and that can be answered', async () => {
  showPage(<Page />)
  const end = open('Delete alarm')
  await hand.click(button('Yes'))
  open('Discard changes')
  await act(async () => end())
  screen.getByRole('dialog', { name: 'Discard changes' })
  expect(button('Yes').disabled).toBe(false)
  await hand.click(button('No'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

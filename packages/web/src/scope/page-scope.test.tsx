import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeferredScope, useScope } from './page-scope.tsx'
import { useScopeStore } from './scope-store.ts'

const Page = () => <p>shift {useScope().shift}</p>

test('the page is marked as pending until it shows the scope that a person has chosen', () => {
  useScopeStore.setState({ scope: DEFAULT_SCOPE })
  const { container } = render(
    <DeferredScope className="body" isLost={false}>
      <Page />
    </DeferredScope>,
  )
  const marks = new MutationObserver(() => undefined)
  marks.observe(container, { subtree: true, attributeFilter: ['data-pending'], attributeOldValue: true })
  act(() => useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, shift: 2 } }))
  expect(marks.takeRecords().map(({ oldValue }) => oldValue)).toEqual(['false', 'true'])
  screen.getByText('shift 2')
})

test('without connection the page keeps the scope of its data, unless the server still answers calls', async () => {
  const page = (isLost: boolean) => (
    <DeferredScope className="body" isLost={isLost}>
      <Page />
    </DeferredScope>
  )
  let canAnswer = false
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    if (!canAnswer) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json({ status: 'ok', version: '1' }))
  })
  useScopeStore.setState({ scope: DEFAULT_SCOPE })
  const { container, rerender } = render(page(true))
  act(() => useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, shift: 2 } }))
  await waitFor(() => expect(send).toHaveBeenCalled())
  expect(container.textContent).toBe('shift 0')
  rerender(page(false))
  expect(container.textContent).toBe('shift 2')

  rerender(page(true))
  canAnswer = true
  act(() => useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, shift: 3 } }))
  await waitFor(() => expect(container.textContent).toBe('shift 3'))
  send.mockRestore()
})

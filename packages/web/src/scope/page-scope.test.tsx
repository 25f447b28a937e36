import { DEFAULT_SCOPE } from '@millwatch/domain/scope'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DeferredScope, useScope } from './page-scope.tsx'
import { useScopeStore } from './scope-store.ts'

const Page = () => <p>shift {useScope().shift}</p>

test('the page is marked as old until it shows the scope that a person has chosen', () => {
  useScopeStore.setState({ scope: DEFAULT_SCOPE })
  const { container } = render(
    <DeferredScope className="body">
      <Page />
    </DeferredScope>,
  )
  const marks = new MutationObserver(() => undefined)
  marks.observe(container, { subtree: true, attributeFilter: ['data-old'], attributeOldValue: true })
  act(() => useScopeStore.setState({ scope: { ...DEFAULT_SCOPE, shift: 2 } }))
  expect(marks.takeRecords().map(({ oldValue }) => oldValue)).toEqual(['false', 'true'])
  screen.getByText('shift 2')
})

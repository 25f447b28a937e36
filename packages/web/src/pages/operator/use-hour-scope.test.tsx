import { DEFAULT_SCOPE, type Scope } from '@millwatch/domain/scope'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentScope, followAddress, useScopeStore } from '../../scope/scope-store.ts'
import { useHourScope } from './use-hour-scope.ts'

const twoDays: Scope = { ...DEFAULT_SCOPE, period: '2d' }

afterEach(() => useScopeStore.setState({ scope: DEFAULT_SCOPE }))

/** Returns the period with which another window of this browser would begin. */
const keptPeriod = (): unknown => JSON.parse(localStorage.getItem('millwatch.scope') ?? '{}').state.scope.period

test('the hour of the operator screen is not kept for other windows and visits, and the scope of before comes back', () => {
  useScopeStore.setState({ scope: twoDays })
  const { unmount } = renderHook(useHourScope)
  expect([currentScope().period, keptPeriod()]).toEqual(['1h', '2d'])
  unmount()
  expect([currentScope().period, keptPeriod()]).toEqual(['2d', '2d'])
})

test('the address of the operator screen, opened again, does not replace the scope of other pages', () => {
  useScopeStore.setState({ scope: twoDays })
  const open = (pathname: string): void =>
    followAddress({
      state: { location: { pathname, search: '?period=1h', key: pathname }, historyAction: 'POP' },
      subscribe: () => () => undefined,
      navigate: () => undefined,
    })
  open('/e/5/operator')
  expect(keptPeriod()).toBe('2d')
  open('/e/5')
  expect(keptPeriod()).toBe('1h')
})

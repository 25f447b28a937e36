import { DEFAULT_SCOPE, type Scope } from '@millwatch/domain/scope'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useScopeKey, useScopeKeyOfAllShifts } from './scope.ts'
import { useScopeStore } from './scope-store.ts'

const keyWith = (scope: Scope, useKey: (zone: string) => readonly unknown[]): readonly unknown[] => {
  useScopeStore.setState({ scope })
  const { result, unmount } = renderHook(() => useKey('Europe/Berlin'))
  unmount()
  return result.current
}

const absolute: Scope = { ...DEFAULT_SCOPE, type: 'absolute', absStartDate: 0, absEndDate: 86_400_000 }

test.each([
  ['a period that ends now', DEFAULT_SCOPE],
  ['two dates', absolute],
])('of %s, a report that reads all shifts has one key for all of them, and other pages one for each', (_, scope) => {
  const ofShift = (shift: Scope['shift'], useKey: typeof useScopeKey) => keyWith({ ...scope, shift }, useKey)
  expect(ofShift(2, useScopeKeyOfAllShifts)).toEqual(ofShift(0, useScopeKeyOfAllShifts))
  expect(ofShift(2, useScopeKey)).not.toEqual(ofShift(0, useScopeKey))
  const nextDay = { ...scope, dayStartMin: 360 }
  expect(keyWith(nextDay, useScopeKeyOfAllShifts)).not.toEqual(keyWith(scope, useScopeKeyOfAllShifts))
})

import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeverityBar } from './severity-bar.tsx'

test.each([
  [1, '40%'],
  [2.5, '70%'],
  [4, '100%'],
  [5, '100%'],
])('%d times the threshold has %s of the deepest red', (times, depth) => {
  const { container } = render(<SeverityBar scheduledMs={times * 2_100_000} thresholdMs={2_100_000} />)
  const bar = container.querySelector<HTMLElement>('.severity')
  expect(bar?.style.getPropertyValue('--depth')).toBe(depth)
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OfflineBolt } from './contact.tsx'

afterEach(cleanup)

test.each([
  [false, 'caution'],
  [true, 'muted'],
])(
  'the icon of a silent device has the colour of attention only where somebody has to go (quiet: %s)',
  (quiet, tone) => {
    render(<OfflineBolt lastContactAt={Date.now() - 3_600_000} quiet={quiet} />)
    const icon = screen.getByRole('img', { name: /^No contact with the device for/ })
    expect(['caution', 'muted'].filter((name) => icon.classList.contains(name))).toEqual([tone])
    expect(icon.querySelector('svg')?.classList.contains('status-quiet')).toBe(quiet)
  },
)

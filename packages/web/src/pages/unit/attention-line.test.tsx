import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MachineTile } from '../../features/tree/types.ts'
import { serverOf, showPage } from '../../ui/page.testing.ts'
import { DownLine } from './attention-line.tsx'

const machines = (count: number): MachineTile[] =>
  Array.from({ length: count }, (_, i) => ({ id: i, name: `Saw ${i}`, current_status: null }) as unknown as MachineTile)

test.each([
  [4, /Saw 0.*Saw 3\S* *$/],
  [9, /Saw 3\S* +and 5 more$/],
])('of %i machines that are down four are named, and the number of the others', async (count, end) => {
  serverOf()
  showPage(<DownLine machines={machines(count)} areMore={false} to="/" />)
  expect((await screen.findByRole('link')).textContent).toMatch(end)
})

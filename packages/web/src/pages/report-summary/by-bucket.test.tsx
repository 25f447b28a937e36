import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ByBucket } from './by-bucket.tsx'

test('a bucket without data is hatched, and one in which nothing was scheduled is empty above a line', () => {
  render(<ByBucket values={[80, null, null, 0]} withoutData={[1]} label="Utilization by day" />)
  const image = screen.getByRole('img', { name: 'Utilization by day: 80.00 %, no data, not scheduled, 0.00 %' })
  const columnsOf = (selector: string): number =>
    (image.querySelector(selector)?.getAttribute('d') ?? '').split('z').length - 1
  expect(columnsOf('.bucket-fill')).toBe(2)
  expect(columnsOf('.bucket-base')).toBe(1)
  expect(columnsOf('[fill="url(#bucket-without-data)"]')).toBe(1)
})

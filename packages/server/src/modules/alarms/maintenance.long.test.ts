import { coverCases } from '@millwatch/lab/budget'
import { describe, expect, test } from 'vitest'
import { maintenanceAgrees } from './maintenance-truth.testing.ts'

const types = [5, 6, 7] as const

describe('Up to 20,000 times maintenance counts the truth since it was last completed, however data arrive', () => {
  test.each(types)(
    'type %i',
    async (typeId) => {
      let completed = 0
      const run = (count: number) => {
        completed += maintenanceAgrees(typeId, count)
      }
      await coverCases({ title: `Maintenance ${typeId}`, whole: 20_000, share: 50, properties: types.length, run })
      process.stdout.write(`Maintenance ${typeId}: ${completed} completed while due\n`)
      expect(completed).toBeGreaterThan(0)
    },
    7_200_000,
  )
})

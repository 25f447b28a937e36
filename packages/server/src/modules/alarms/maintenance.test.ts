import { describe, expect, test } from 'vitest'
import { maintenanceAgrees } from './maintenance-truth.testing.ts'

describe('Maintenance counts the truth since it was last completed, however data arrive', () => {
  test.each([5, 6, 7] as const)('type %i', (typeId) => {
    expect(maintenanceAgrees(typeId, 150)).toBeGreaterThan(0)
  })
})

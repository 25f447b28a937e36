import { expect, it } from 'vitest'
import type { ReportPlace } from '../report-page.tsx'
import { machinesOf } from './machines.ts'

const machine = (id: number, name: string, locked = false) => ({
  id,
  name,
  shift_mgmt_locked_at: locked ? '2026-01-05T08:30:00.000Z' : null,
  shift_mgmt_locked_by: locked ? 9 : null,
})
const placed = (equipment: readonly object[]) =>
  ({ unit: { equipment }, machine: undefined }) as unknown as Pick<ReportPlace, 'unit' | 'machine'>

it('machines stand by name, numbers by their value, with the job that locks their shifts', () => {
  const all = machinesOf(placed([machine(1, 'Press 10'), machine(2, 'Lathe', true), machine(3, 'Press 9')]))
  expect(all.map(({ name }) => name)).toEqual(['Lathe', 'Press 9', 'Press 10'])
  expect(all.map(({ lock }) => lock?.jobId)).toEqual([9, undefined, undefined])
})

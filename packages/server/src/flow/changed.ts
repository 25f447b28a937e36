import { askRetelling } from '../modules/status/index.ts'
import type { ChangedPart, MachineChange } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/** What status is told from. */
const retold: readonly ChangedPart[] = ['primary', 'input_setup', 'maximum_cycle', 'source']

/** What follows from changes that people made, in their transaction: the one place that says so. */
export async function machinesChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  for (const { equipmentId, from, parts } of changes) {
    if (parts.some((part) => retold.includes(part))) await askRetelling(ctx, equipmentId, from)
  }
}

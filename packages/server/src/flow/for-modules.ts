import { type DevicesNeeds, releaseDevices } from '../modules/devices/index.ts'
import { accountsOf } from '../modules/ingest/index.ts'
import { machinesKeptFromLater } from '../modules/status/index.ts'
import type { TreeNeeds } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { Conflict } from '../platform/errors.ts'
import { settleEvents } from './attach.ts'
import { machinesChanged } from './changed.ts'
import { holdForChange } from './hold.ts'
import { settleShifts } from './keep-shifts.ts'

/**
 * Throws a conflict if retention removed events of these machines after `from` (epoch ms), since status cannot be
 * recomputed from there.
 */
async function demandKept(ctx: Ctx, equipmentIds: readonly number[], from: number): Promise<void> {
  if ((await machinesKeptFromLater(ctx, equipmentIds, from)).length > 0) throw new Conflict('before_horizon')
}

/** Returns the functions of the flow that the devices module calls; `signingKey` hashes device keys. */
export function needsOfDevices(signingKey: Buffer): DevicesNeeds {
  return { signingKey, machinesChanged, holdMachines: holdForChange, settleEvents, demandKept, accountsOf }
}

/** Returns the functions of the flow and of the devices module that the tree module calls. */
export function needsOfTree(devices: DevicesNeeds): TreeNeeds {
  return {
    machinesChanged,
    settleShifts,
    demandKept,
    releaseDevices: (ctx, id, how) => releaseDevices(ctx, devices, id, how),
  }
}

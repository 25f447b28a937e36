import type { MachineChange, SharedFactOfKind } from '@millwatch/domain/facts'
import { alarmsSubscriber } from '../modules/alarms/index.ts'
import { devicesSubscriber } from '../modules/devices/index.ts'
import { groupsSubscriber } from '../modules/groups/index.ts'
import { machinesKeptFromLater } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { Conflict } from '../platform/errors.ts'
import type { TransactionSubscriber } from '../platform/outbox/subscriber.ts'
import { settleEvents } from './attach.ts'
import { machinesChanged } from './changed.ts'
import { holdForChange } from './hold.ts'
import { settleShifts } from './keep-shifts.ts'

/** Subscriber that applies the effects of shared facts on the data of machines. */
const flowSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'flow',
  handlers: {
    'machine.reserved': (ctx, { equipmentIds }) => holdForChange(ctx, equipmentIds),
    'past.opened': requireKept,
    'plan.closed': settleShifts,
    'device.moved': devicesMoved,
    'machine.changed': (ctx, { changes }) => machinesChanged(ctx, changes),
  },
}

/** All subscribers to shared facts, in the order in which they are called: those of modules by tier, then the flow. */
export const transactionSubscribers: readonly TransactionSubscriber[] = [
  groupsSubscriber,
  devicesSubscriber,
  alarmsSubscriber,
  flowSubscriber,
]

/**
 * Throws a Conflict (`before_horizon`) if retention removed events of one of these machines after `from`, so that no status can
 * be recomputed from there.
 */
async function requireKept(ctx: Ctx, { equipmentIds, from }: SharedFactOfKind<'past.opened'>): Promise<void> {
  if ((await machinesKeptFromLater(ctx, equipmentIds, from)).length > 0) throw new Conflict('before_horizon')
}

/**
 * Corrects the stored events of machines after their devices changed (`settleEvents`), and applies the consequences like those of
 * any change of the primary device.
 */
async function devicesMoved(ctx: Ctx, { moves }: SharedFactOfKind<'device.moved'>): Promise<void> {
  const changes: MachineChange[] = []
  for (const { equipmentId, changedAt, ...move } of moves) {
    const earliest = (await settleEvents(ctx, { equipmentId, ...move })) ?? changedAt
    changes.push({ equipmentId, from: Math.min(changedAt, earliest), parts: ['primary'] })
  }
  await machinesChanged(ctx, changes)
}

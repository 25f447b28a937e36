import type { Shift, ShiftChange } from '@millwatch/domain/shifts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { JobFailed, type JobKind } from '../../platform/jobs/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { applyEdits, type EditsOf } from './edit-apply.ts'
import { schedulesInZones } from './plans.ts'
import { giveLocksBack, shiftRowsByIds } from './store-edits.ts'

interface OfMachines {
  readonly equipmentIds: readonly number[]
}
export interface InsertArgs extends OfMachines {
  readonly shift: Shift
  readonly startedAt: number
  readonly endedAt: number
}
export interface UpdateArgs extends OfMachines {
  readonly changes: readonly ShiftChange[]
}
export interface DeleteArgs extends OfMachines {
  readonly ids: readonly number[]
}

export interface ShiftEditKinds {
  readonly insert: JobKind<InsertArgs>
  readonly update: JobKind<UpdateArgs>
  readonly remove: JobKind<DeleteArgs>
}

type ShiftOperation = 'shift.insert' | 'shift.update' | 'shift.delete'

/**
 * Defines the kinds of jobs that insert, update and delete rows of shift history. A job is done completely or not at
 * all; its machines are unlocked when it ends, also when it fails.
 */
export function defineShiftEdits({ jobs }: Pick<Needs, 'jobs'>): ShiftEditKinds {
  const kind = <Args extends OfMachines>(
    operation: ShiftOperation,
    editsOf: (ctx: Ctx, args: Args) => Promise<EditsOf>,
  ): JobKind<Args> =>
    jobs.define<Args, unknown>({
      name: operation,
      operation,
      queue: 'quick',
      run: (ctx, args, { id }) =>
        applyEdits(ctx, {
          operation,
          jobId: id,
          equipmentIds: args.equipmentIds,
          editsOf: () => editsOf(ctx, args),
        }),
      async ended(ctx, _args, id) {
        await stateFact(ctx, { kind: 'shift.unlocked', equipmentIds: await giveLocksBack(ctx, id) })
      },
    })
  return {
    insert: kind<InsertArgs>('shift.insert', insertions),
    update: kind<UpdateArgs>('shift.update', updates),
    remove: kind<DeleteArgs>('shift.delete', removals),
  }
}

async function insertions(ctx: Ctx, { equipmentIds, shift, startedAt, endedAt }: InsertArgs): Promise<EditsOf> {
  const sources = await schedulesInZones(ctx, equipmentIds)
  const edits: EditsOf = new Map()
  for (const { equipmentId, zone } of sources.values()) {
    edits.set(equipmentId, { insert: [{ shift, startedAt, endedAt, zone }] })
  }
  return edits
}

async function updates(ctx: Ctx, { changes }: UpdateArgs): Promise<EditsOf> {
  const edits: EditsOf = new Map()
  for (const [machine, update] of await byMachine(ctx, changes)) edits.set(machine, { update })
  return edits
}

async function removals(ctx: Ctx, { ids }: DeleteArgs): Promise<EditsOf> {
  const edits: EditsOf = new Map()
  const rows = ids.map((id) => ({ id }))
  for (const [machine, ofIt] of await byMachine(ctx, rows)) edits.set(machine, { remove: ofIt.map(({ id }) => id) })
  return edits
}

/**
 * Returns requested edits of rows by machine. Throws `JobFailed` when a row does not exist any more, for example because a
 * schedule was written again.
 */
async function byMachine<Asked extends { readonly id: number }>(
  ctx: Ctx,
  requests: readonly Asked[],
): Promise<Map<number, Asked[]>> {
  const ids = requests.map(({ id }) => id)
  const machineOf = new Map((await shiftRowsByIds(ctx, ids)).map((row) => [row.id, row.equipmentId]))
  const machines = new Map<number, Asked[]>()
  for (const request of requests) {
    const machine = machineOf.get(request.id)
    if (machine === undefined)
      throw new JobFailed('A shift that was to be changed is no longer there. Nothing was changed')
    machines.set(machine, [...(machines.get(machine) ?? []), request])
  }
  return machines
}

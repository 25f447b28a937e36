import type { Check } from './findings.ts'
import { lostInTree, settingsApart, staleLocks } from './queries-house.ts'

export const locksAreHeldByJobs: Check = {
  invariant: 'I10',
  holds: 'A machine is locked for a job only as long as the job is not done.',
  async find(ctx) {
    return (await staleLocks(ctx)).map(({ equipmentId, jobId: job_id, lockedAt: at, state }) => ({
      equipmentId,
      at,
      text: `It is locked for job ${job_id}, which is ${state}`,
    }))
  },
}

export const treeIsWhole: Check = {
  invariant: 'I13',
  holds:
    'Every unit is under the root, every machine under a unit that is there, and settings end as the machine stands.',
  async find(ctx) {
    const lost = (await lostInTree(ctx)).map(({ orgUnitId: org_unit_id, equipmentId: equipment_id }) =>
      equipment_id === null
        ? { text: `Unit ${org_unit_id} is not under the root` }
        : { equipmentId: equipment_id, text: 'It stands under a unit that was removed' },
    )
    const apart = (await settingsApart(ctx)).map(({ equipmentId: equipment_id, validFrom: valid_from }) => ({
      equipmentId: equipment_id,
      ...(valid_from === null ? {} : { at: valid_from }),
      text: 'The last of its settings over time is not what it has now',
    }))
    return [...lost, ...apart]
  },
}

import type { Check, Found } from './findings.ts'
import { type BadJoint, badJoints, type Ends, timelineEnds } from './queries-timeline.ts'

export const timelinesAreWhole: Check = {
  invariant: 'I3',
  holds: 'Status intervals never overlap and leave no gap from the first evidence on; exactly one is open.',
  async find(ctx) {
    return [...(await badJoints(ctx)).map(jointText), ...(await timelineEnds(ctx)).flatMap(endsText)]
  },
}

function jointText(joint: BadJoint): Found {
  const { equipment_id: equipmentId, started_at: at } = joint
  if (joint.before_status_id === joint.status_id && joint.before_ended_at === at)
    return { equipmentId, at, text: `Two neighbours have the same status ${joint.status_id}` }
  return {
    equipmentId,
    at,
    text: `An interval begins here, and the one before ends at ${joint.before_ended_at ?? 'no time'}`,
  }
}

function endsText({ equipment_id: equipmentId, began_at, first_at, intervals, open }: Ends): Found[] {
  const found: Found[] = []
  if (began_at !== first_at)
    found.push({ equipmentId, text: `It began at ${began_at}, and its first interval at ${first_at}` })
  if (intervals > 0 && open !== 1) found.push({ equipmentId, text: `${open} of its intervals are open` })
  return found
}

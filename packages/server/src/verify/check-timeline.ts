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
  const { equipmentId, startedAt: at } = joint
  if (joint.beforeStatusId === joint.statusId && joint.beforeEndedAt === at)
    return { equipmentId, at, text: `Two neighbours have the same status ${joint.statusId}` }
  return {
    equipmentId,
    at,
    text: `An interval begins here, and the one before ends at ${joint.beforeEndedAt ?? 'no time'}`,
  }
}

function endsText({ equipmentId, beganAt: began_at, firstAt: first_at, intervals, open }: Ends): Found[] {
  const found: Found[] = []
  if (began_at !== first_at)
    found.push({ equipmentId, text: `It began at ${began_at}, and its first interval at ${first_at}` })
  if (intervals > 0 && open !== 1) found.push({ equipmentId, text: `${open} of its intervals are open` })
  return found
}

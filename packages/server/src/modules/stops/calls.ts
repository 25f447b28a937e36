import type { Body } from '@millwatch/contract/endpoint'
import { annotateStop as annotateStopCall } from '@millwatch/contract/http/stops'
import * as reasons from '@millwatch/contract/http/stops-reasons'
import { command, type Module, type ModuleCall, question } from '../../platform/calls/calls.ts'
import { Invalid } from '../../platform/errors.ts'
import { annotateStop, type StopChange } from './annotate-stop.ts'
import { presentReason } from './present.ts'
import { createReason, listReasons, updateReason } from './reasons.ts'

const empty = () => ({})

const calls: readonly ModuleCall[] = [
  command(annotateStopCall, (ctx, { params, body }) => annotateStop(ctx, params.id, changeOf(body)), empty),
  question(reasons.listReasons, async (ctx, { query }) => ({
    reasons: (await listReasons(ctx, query.equipId)).map((reason) => presentReason(ctx, reason)),
  })),
  command(
    reasons.createReason,
    (ctx, { body }) => {
      const { reason: name, ...rest } = body
      return createReason(ctx, { name, ...rest })
    },
    (reason, ctx) => ({ reason: presentReason(ctx, reason) }),
  ),
  command(
    reasons.updateReason,
    (ctx, { params, body }) => {
      const { org_unit_ids: orgUnitIds, group_name: groupName, ...rest } = body
      return updateReason(ctx, params.id, {
        ...rest,
        ...(orgUnitIds === undefined ? {} : { orgUnitIds }),
        ...(groupName === undefined ? {} : { groupName }),
      })
    },
    (reason, ctx) => ({ reason: presentReason(ctx, reason) }),
  ),
]

export const stopsModule: Module = { calls }

/**
 * Returns the change in a request body, which must contain exactly one of reason, notes and mark, and beside a reason or notes
 * possibly the one that the caller saw. 400 for every other body.
 */
function changeOf({
  expected_reason_id: expectedReasonId,
  expected_notes: expectedNotes,
  ...changes
}: Body<typeof annotateStopCall>): StopChange {
  const { status_reason_id: reasonId, notes, xsf_report_ignored: ignored } = changes
  if (Object.keys(changes).length !== 1) throw new Invalid()
  if (expectedReasonId !== undefined && reasonId === undefined) throw new Invalid('expected_reason_id')
  if (expectedNotes !== undefined && notes === undefined) throw new Invalid('expected_notes')
  if (reasonId !== undefined) return { reasonId, expected: expectedReasonId }
  if (ignored !== undefined) return { ignored }
  return { notes: notes ?? null, expected: expectedNotes }
}

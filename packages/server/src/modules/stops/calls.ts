import { annotateStop as annotateStopCall } from '@millwatch/contract/http/stops'
import * as reasons from '@millwatch/contract/http/stops-reasons'
import { command, type Module, type ModuleCall, question } from '../../platform/calls/calls.ts'
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

/** Reads the change from a request body; the definition of the call allows exactly one of the fields. */
function changeOf(body: {
  status_reason_id?: number | null
  notes?: string | null
  xsf_report_ignored?: boolean
}): StopChange {
  if (body.status_reason_id !== undefined) return { reasonId: body.status_reason_id }
  if (body.xsf_report_ignored !== undefined) return { ignored: body.xsf_report_ignored }
  return { notes: body.notes ?? null }
}

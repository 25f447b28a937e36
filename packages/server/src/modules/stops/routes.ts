import { annotateStop as annotateStopCall } from '@millwatch/contract/http/stops'
import * as reasons from '@millwatch/contract/http/stops-reasons'
import { restatementsOfEquipment } from '@millwatch/contract/http/stops-restatements'
import type { Clock } from '../../platform/clock.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { getEquipment } from '../tree/index.ts'
import { annotateStop, type StopChange } from './annotate-stop.ts'
import { presentReason, presentRestatement } from './present.ts'
import { restatementsOver } from './queries-restatements.ts'
import { createReason, listReasons, updateReason } from './reasons.ts'

export interface StopsDeps {
  readonly clock: Clock
  /**
   * Computes the status of these machines up to now, as time alone may have changed it. Runs before a question about
   * them is answered.
   */
  readonly ensureCurrent: (companyId: number, equipmentIds: readonly number[]) => Promise<void>
}

export function stopsRoutes(router: Router, { clock, ensureCurrent: computeStatus }: StopsDeps): void {
  router.signedIn(annotateStopCall, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      await annotateStop(ctx, params.id, changeOf(body))
      return success({})
    }),
  )
  router.signedIn(restatementsOfEquipment, async ({ caller, params, query, inCompany }) => {
    await computeStatus(caller.companyId, [params.id])
    const { from, to } = askedPeriod(query, clock.now())
    return inCompany(async (ctx) => {
      await getEquipment(ctx, params.id)
      return success({ restatements: (await restatementsOver(ctx, params.id, from, to)).map(presentRestatement) })
    })
  })
  reasonRoutes(router)
}

function reasonRoutes(router: Router): void {
  router.signedIn(reasons.listReasons, ({ query, inCompany }) =>
    inCompany(async (ctx) =>
      success({ reasons: (await listReasons(ctx, query.equipId)).map((reason) => presentReason(ctx, reason)) }),
    ),
  )
  router.signedIn(reasons.createReason, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const reason = await createReason(ctx, { name: body.reason, orgUnitIds: body.orgUnitIds })
      return success({ reason: presentReason(ctx, reason) })
    }),
  )
  router.signedIn(reasons.updateReason, ({ params, body, inCompany }) => {
    const { org_unit_ids: orgUnitIds, ...rest } = body
    const change = { ...rest, ...(orgUnitIds ? { orgUnitIds } : {}) }
    return inCompany(async (ctx) => success({ reason: presentReason(ctx, await updateReason(ctx, params.id, change)) }))
  })
}

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

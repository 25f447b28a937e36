import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { type Module, otherRoutes } from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { fromIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { defineShiftEdits } from './edit-jobs.ts'
import { submitShiftEdits } from './edit-submit.ts'

/** Returns epoch ms of an instant in a request: ISO 8601, or epoch seconds. */
const instantOf = (value: string | number, path: string) =>
  typeof value === 'number' ? Math.round(value * 1000) : fromIso(value, path)

function shiftEditRoutes(router: Router, deps: Pick<Needs, 'jobs' | 'machinesChanged'>): void {
  const submit = submitShiftEdits(deps, defineShiftEdits(deps))
  router.signedIn(insertShifts, async ({ body: { insert }, inCompany }) => {
    const requested = {
      equipmentIds: insert.equipIds,
      shift: insert.shift,
      startedAt: instantOf(insert.start, 'body/insert/start'),
      endedAt: instantOf(insert.end, 'body/insert/end'),
    }
    return success({ job: await inCompany((ctx) => submit.insert(ctx, requested)) })
  })
  router.signedIn(updateShifts, async ({ body: { updates }, inCompany }) => {
    const changes = updates.map(({ id, start, end, shift }, i) => ({
      id,
      ...(shift === undefined ? {} : { shift }),
      ...(start === undefined ? {} : { startedAt: instantOf(start, `body/updates/${i}/start`) }),
      ...(end === undefined ? {} : { endedAt: instantOf(end, `body/updates/${i}/end`) }),
    }))
    return success({ job: await inCompany((ctx) => submit.update(ctx, changes)) })
  })
  router.signedIn(destroyShifts, async ({ body: { shiftHistoryIds }, inCompany }) =>
    success({ job: await inCompany((ctx) => submit.remove(ctx, shiftHistoryIds)) }),
  )
}

export const shiftsModule: Module = { calls: [otherRoutes(shiftEditRoutes)] }

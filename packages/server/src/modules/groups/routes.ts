import * as calls from '@millwatch/contract/http/groups'
import { type Router, success } from '../../platform/http/route.ts'
import { addToRoster, changePlace, removeFromRoster } from './places.ts'
import { presentPlace, presentRoster } from './present.ts'
import { createRoster, listRosters, removeRoster, updateRoster } from './rosters.ts'

export function groupsRoutes(router: Router): void {
  router.signedIn(calls.listRosters, ({ actor, inCompany }) =>
    inCompany(async (ctx) =>
      success({ rosters: (await listRosters(ctx)).map((roster) => presentRoster(actor, roster)) }),
    ),
  )
  router.signedIn(calls.createRoster, ({ body, actor, inCompany }) =>
    inCompany(async (ctx) => success({ roster: presentRoster(actor, await createRoster(ctx, body.name)) })),
  )
  router.signedIn(calls.updateRoster, ({ params, body, actor, inCompany }) =>
    inCompany(async (ctx) => success({ roster: presentRoster(actor, await updateRoster(ctx, params.id, body.name)) })),
  )
  router.signedIn(calls.deleteRoster, async ({ params, inCompany }) => {
    await inCompany((ctx) => removeRoster(ctx, params.id))
    return success({})
  })
  placesRoutes(router)
}

function placesRoutes(router: Router): void {
  router.signedIn(calls.addRosterUser, ({ params, body, actor, inCompany }) =>
    inCompany(async (ctx) =>
      success({ rosterUser: presentPlace(actor, await addToRoster(ctx, params.id, body.user_id)) }),
    ),
  )
  router.signedIn(calls.updateRosterUser, ({ params, body, actor, inCompany }) =>
    inCompany(async (ctx) => {
      const ways = { sendEmail: body.send_email, sendSms: body.send_sms }
      return success({ rosterUser: presentPlace(actor, await changePlace(ctx, params.id, params.user, ways)) })
    }),
  )
  router.signedIn(calls.removeRosterUser, async ({ params, inCompany }) => {
    await inCompany((ctx) => removeFromRoster(ctx, params.id, params.user))
    return success({})
  })
}

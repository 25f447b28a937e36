import * as calls from '@millwatch/contract/http/groups'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import { addToRoster, changePlace, removeFromRoster } from './places.ts'
import { presentPlace, presentRoster } from './present.ts'
import { createRoster, listRosters, removeRoster, updateRoster } from './rosters.ts'

export const groupsModule: Module = {
  calls: [
    question(calls.listRosters, async (ctx, { actor }) => ({
      rosters: (await listRosters(ctx)).map((roster) => presentRoster(actor, roster)),
    })),
    command(
      calls.createRoster,
      (ctx, { body }) => createRoster(ctx, body.name),
      (roster, { actor }) => ({ roster: presentRoster(actor, roster) }),
    ),
    command(
      calls.updateRoster,
      (ctx, { params, body }) => updateRoster(ctx, params.id, body.name),
      (roster, { actor }) => ({ roster: presentRoster(actor, roster) }),
    ),
    command(calls.deleteRoster, (ctx, { params }) => removeRoster(ctx, params.id), nothing),
    command(
      calls.addRosterUser,
      (ctx, { params, body }) => addToRoster(ctx, params.id, body.user_id),
      (place, { actor }) => ({ rosterUser: presentPlace(actor, place) }),
    ),
    command(
      calls.updateRosterUser,
      (ctx, { params, body }) =>
        changePlace(ctx, params.id, params.user, { sendEmail: body.send_email, sendSms: body.send_sms }),
      (place, { actor }) => ({ rosterUser: presentPlace(actor, place) }),
    ),
    command(calls.removeRosterUser, (ctx, { params }) => removeFromRoster(ctx, params.id, params.user), nothing),
  ],
}

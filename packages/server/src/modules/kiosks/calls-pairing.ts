import * as calls from '@millwatch/contract/http/kiosks'
import { type ModuleCall, preparedCommand, publicCall } from '../../platform/calls/calls.ts'
import type { Actor } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { countCode, createPairing, pairKiosk, readPairing } from './pairing.ts'

/** Returns the network address of a request; an empty text if there is none, so that all such requests are one network. */
const ipOf = (actor: Actor): string => (actor.kind === 'system' ? '' : (actor.ip ?? ''))

export const pairingCalls: readonly ModuleCall[] = [
  publicCall(calls.createPairing, async ({ ip }, needs) => {
    const { code, secret, expiresAt } = await createPairing(needs, ip)
    return { code, secret, expires_at: toIso(expiresAt) }
  }),
  publicCall(calls.readPairing, async ({ body }, needs) => ({ state: await readPairing(needs, body.secret) })),
  preparedCommand(calls.pairKiosk, {
    prepare: ({ body, actor, caller }, needs) =>
      countCode(needs, { code: body.code, ip: ipOf(actor), companyId: caller.companyId }),
    action: (ctx, _counted, { params, body }, needs) => pairKiosk(ctx, needs, { kioskId: params.id, code: body.code }),
    present: ({ ip }) => ({ ip }),
  }),
]

import * as calls from '@millwatch/contract/http/addins'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { inNaturalOrder } from '../tree/index.ts'
import { changeAddin, createAddin, getAddin, removeAddin } from './addins.ts'
import { ssoKey, ssoMs, ssoToken } from './sso.ts'
import { type AddinRow, allAddins } from './store.ts'

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Secret of the installation from which the keys of add-ins are derived. */
    readonly ssoSecret: Buffer
  }
}

const present = (addin: AddinRow) => ({
  id: addin.addinId,
  name: addin.name,
  icon_url: addin.iconUrl,
  index_url: addin.indexUrl,
  equipment_enabled: addin.equipmentEnabled,
  org_unit_enabled: addin.orgUnitEnabled,
})

const presentWithKey = (addin: AddinRow, { companyId }: Ctx, _: unknown, { ssoSecret }: Needs) => ({
  addin: present(addin),
  sso_key: ssoKey(ssoSecret, companyId, addin.addinId).toString('base64url'),
})

export const addinsModule: Module = {
  calls: [
    question(calls.listAddins, async (ctx) => ({
      addins: inNaturalOrder(await allAddins(ctx), (addin) => addin.addinId).map(present),
    })),
    command(
      calls.createAddin,
      (ctx, { body }) => {
        const { name, icon_url: iconUrl = null, index_url: indexUrl } = body
        const enabled = { equipmentEnabled: body.equipment_enabled, orgUnitEnabled: body.org_unit_enabled }
        return createAddin(ctx, { name, iconUrl, indexUrl, ...enabled })
      },
      presentWithKey,
    ),
    command(
      calls.updateAddin,
      (ctx, { params, body }) =>
        changeAddin(ctx, params.id, {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.icon_url === undefined ? {} : { iconUrl: body.icon_url }),
          ...(body.index_url === undefined ? {} : { indexUrl: body.index_url }),
          ...(body.equipment_enabled === undefined ? {} : { equipmentEnabled: body.equipment_enabled }),
          ...(body.org_unit_enabled === undefined ? {} : { orgUnitEnabled: body.org_unit_enabled }),
        }),
      presentWithKey,
    ),
    command(calls.deleteAddin, (ctx, { params }) => removeAddin(ctx, params.id), nothing),
    command(
      calls.signInToAddin,
      async (ctx, { body, actor }, { clock, ssoSecret }) => {
        // Displays and programs are nobody that an add-in could know.
        if (actor.kind !== 'user') throw new Forbidden()
        const { addinId, indexUrl } = await getAddin(ctx, body.addin_id)
        const now = clock.now()
        const subject = { userId: actor.userId, companyId: ctx.companyId, addinId, indexUrl }
        return { token: await ssoToken(ssoSecret, subject, now), expiresAt: now + ssoMs }
      },
      ({ token, expiresAt }) => ({ sso_token: token, expires_at: toIso(expiresAt) }),
    ),
  ],
}

import * as calls from '@millwatch/contract/http/addins'
import type { Clock } from '../../platform/clock.ts'
import { Forbidden } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { changeAddin, createAddin, getAddin, removeAddin } from './addins.ts'
import { ssoKey, ssoMs, ssoToken } from './sso.ts'
import { type AddinRow, allAddins } from './store.ts'

export interface AddinsDeps {
  readonly clock: Clock
  /** Secret of the installation, used for add-ins only. */
  readonly ssoSecret: Buffer
}

const present = (addin: AddinRow) => ({
  id: addin.addinId,
  name: addin.name,
  icon_url: addin.iconUrl,
  index_url: addin.indexUrl,
  equipment_enabled: addin.equipmentEnabled,
  org_unit_enabled: addin.orgUnitEnabled,
})

export function addinsRoutes(router: Router, { clock, ssoSecret }: AddinsDeps): void {
  const withKey = (companyId: number, addin: AddinRow) =>
    success({ addin: present(addin), sso_key: ssoKey(ssoSecret, companyId, addin.addinId).toString('base64url') })

  router.signedIn(calls.listAddins, ({ inCompany }) =>
    inCompany(async (ctx) => success({ addins: (await allAddins(ctx)).map(present) })),
  )
  router.signedIn(calls.createAddin, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const { name, icon_url: iconUrl = null, index_url: indexUrl } = body
      const enabled = { equipmentEnabled: body.equipment_enabled, orgUnitEnabled: body.org_unit_enabled }
      return withKey(ctx.companyId, await createAddin(ctx, { name, iconUrl, indexUrl, ...enabled }))
    }),
  )
  router.signedIn(calls.updateAddin, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      const change = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.icon_url === undefined ? {} : { iconUrl: body.icon_url }),
        ...(body.index_url === undefined ? {} : { indexUrl: body.index_url }),
        ...(body.equipment_enabled === undefined ? {} : { equipmentEnabled: body.equipment_enabled }),
        ...(body.org_unit_enabled === undefined ? {} : { orgUnitEnabled: body.org_unit_enabled }),
      }
      return withKey(ctx.companyId, await changeAddin(ctx, params.id, change))
    }),
  )
  router.signedIn(calls.deleteAddin, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      await removeAddin(ctx, params.id)
      return success({})
    }),
  )
  router.signedIn(calls.signInToAddin, ({ body, actor, inCompany }) =>
    inCompany(async (ctx) => {
      // Displays and programs are nobody that an add-in could know.
      if (actor.kind !== 'user') throw new Forbidden()
      const { addinId, indexUrl } = await getAddin(ctx, body.addin_id)
      const now = clock.now()
      const subject = { userId: actor.userId, companyId: ctx.companyId, addinId, indexUrl }
      return success({ sso_token: await ssoToken(ssoSecret, subject, now), expires_at: toIso(now + ssoMs) })
    }),
  )
}

import * as calls from '@millwatch/contract/http/kiosks'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'
import { createKiosk, createKioskCode, endKiosk, getKiosk, type KioskCode, type KiosksDeps } from './kiosks.ts'
import { companyOfKiosk, type Kiosk, listKiosks } from './store-directory.ts'

export function kiosksRoutes(router: Router, deps: KiosksDeps): void {
  router.signedIn(calls.listKiosks, ({ inCompany }) =>
    inCompany(async (ctx) => success({ kiosks: await presentAll(ctx, await listKiosks(ctx.tx, ctx.companyId)) })),
  )
  router.signedIn(calls.createKiosk, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const { name, page, equipment_id: equipmentId, org_unit_id: orgUnitId } = body
      const { may_give_reasons: mayGiveReasons, may_count_scrap: mayCountScrap } = body
      const display = { name, page, equipmentId, orgUnitId, mayGiveReasons, mayCountScrap }
      const { kiosk, code } = await createKiosk(ctx, deps, display)
      const [shown] = await presentAll(ctx, [kiosk])
      if (!shown) throw new NotFound()
      return success({ kiosk: shown, ...presentCode(code) })
    }),
  )
  router.signedIn(calls.createKioskCode, ({ params, inCompany }) =>
    inCompany(async (ctx) => success(presentCode(await createKioskCode(ctx, deps, params.id)))),
  )
  router.signedIn(calls.revokeKiosk, async ({ params, inCompany }) => {
    await inCompany((ctx) => endKiosk(ctx, params.id))
    return success({})
  })
  router.signedIn(calls.getKiosk, ({ caller, inCompany }) =>
    inCompany(async (ctx) => {
      if (caller.kind !== 'kiosk') throw new Forbidden()
      const kiosk = await getKiosk(ctx, caller.kioskId)
      const company = await companyOfKiosk(ctx.tx, ctx.companyId)
      if (!company) throw new NotFound()
      const companyFields = {
        company_id: ctx.companyId,
        company_name: company.companyName,
        header_color: company.headerColor,
      }
      return success({ kiosk: { ...presentShown(kiosk), ...companyFields }, expires_at: toIso(caller.expiresAt) })
    }),
  )
}

const presentCode = ({ code, url, expiresAt }: KioskCode) => ({ code, url, expires_at: toIso(expiresAt) })

const presentShown = (kiosk: Kiosk) => ({
  id: kiosk.kioskId,
  name: kiosk.name,
  page: kiosk.page,
  equipment_id: kiosk.equipmentId,
  org_unit_id: kiosk.orgUnitId,
  may_give_reasons: kiosk.mayGiveReasons,
  may_count_scrap: kiosk.mayCountScrap,
})

/** With the names of what they show; one that was removed since has none. */
async function presentAll(ctx: Ctx, kiosks: readonly Kiosk[]) {
  const machineIds = [...new Set(kiosks.flatMap(({ equipmentId }) => equipmentId ?? []))]
  const machines = new Map(
    (await equipmentByIds(ctx, machineIds)).map((machine) => [machine.equipment_id, machine.name]),
  )
  const units = new Map((await allUnits(ctx)).map((unit) => [unit.id, unit.name]))
  return kiosks.map((kiosk) => ({
    ...presentShown(kiosk),
    subject_name:
      (kiosk.equipmentId === null ? units.get(kiosk.orgUnitId ?? 0) : machines.get(kiosk.equipmentId)) ?? '',
    created_at: toIso(kiosk.createdAt),
    created_by: kiosk.createdBy,
    last_used_at: toIsoOrNull(kiosk.lastUsedAt),
    revoked_at: toIsoOrNull(kiosk.revokedAt),
  }))
}

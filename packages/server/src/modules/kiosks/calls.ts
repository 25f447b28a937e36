import * as calls from '@millwatch/contract/http/kiosks'
import { personName } from '@millwatch/domain/identity'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { presentCompanySettings } from '../identity/index.ts'
import { allUnits, equipmentByIds, inNaturalOrder } from '../tree/index.ts'
import { pairingCalls } from './calls-pairing.ts'
import { createKiosk, createKioskCode, endKiosk, getKiosk, type KioskCode } from './kiosks.ts'
import { companyOfKiosk, type Kiosk, listKiosks } from './store-directory.ts'

const presentCode = ({ code, url, expiresAt }: KioskCode) => ({ code, url, expires_at: toIso(expiresAt) })

const presentShown = (kiosk: Kiosk) => ({
  id: kiosk.kioskId,
  name: kiosk.name,
  page: kiosk.page,
  equipment_id: kiosk.equipmentId,
  org_unit_id: kiosk.orgUnitId,
  may_give_reasons: kiosk.mayGiveReasons,
  may_count_scrap: kiosk.mayCountScrap,
  may_set_runs: kiosk.maySetRuns,
})

/**
 * Returns displays in API form, in the same order, with the names of the machines or units that they show; the name is empty if
 * the machine or unit was removed.
 */
async function presentAll(ctx: Ctx, kiosks: readonly Kiosk[]) {
  const machineIds = [...new Set(kiosks.flatMap(({ equipmentId }) => equipmentId ?? []))]
  const machines = new Map(
    (await equipmentByIds(ctx, machineIds)).map((machine) => [machine.equipmentId, machine.name]),
  )
  const units = new Map((await allUnits(ctx)).map((unit) => [unit.id, unit.name]))
  return kiosks.map((kiosk) => ({
    ...presentShown(kiosk),
    subject_name:
      (kiosk.equipmentId === null ? units.get(kiosk.orgUnitId ?? 0) : machines.get(kiosk.equipmentId)) ?? '',
    created_at: toIso(kiosk.createdAt),
    created_by: kiosk.createdBy && personName(kiosk.createdBy),
    last_used_at: toIsoOrNull(kiosk.lastUsedAt),
    revoked_at: toIsoOrNull(kiosk.revokedAt),
  }))
}

export const kiosksModule: Module = {
  calls: [
    question(calls.listKiosks, async (ctx) => {
      const kiosks = inNaturalOrder(await listKiosks(ctx.tx, ctx.companyId), (kiosk) => kiosk.kioskId)
      const inUseFirst = kiosks.toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null))
      return { kiosks: await presentAll(ctx, inUseFirst) }
    }),
    command(
      calls.createKiosk,
      (ctx, { body }, needs) => {
        const { name, page, equipment_id: equipmentId, org_unit_id: orgUnitId } = body
        const {
          may_give_reasons: mayGiveReasons,
          may_count_scrap: mayCountScrap,
          may_set_runs: maySetRuns = false,
        } = body
        return createKiosk(ctx, needs, {
          name,
          page,
          equipmentId,
          orgUnitId,
          mayGiveReasons,
          mayCountScrap,
          maySetRuns,
        })
      },
      async ({ kiosk, code }, ctx) => {
        const [shown] = await presentAll(ctx, [kiosk])
        if (!shown) throw new NotFound()
        return { kiosk: shown, ...presentCode(code) }
      },
    ),
    command(
      calls.createKioskCode,
      (ctx, { params }, needs) => createKioskCode(ctx, needs, params.id),
      (code) => presentCode(code),
    ),
    ...pairingCalls,
    command(calls.revokeKiosk, (ctx, { params }) => endKiosk(ctx, params.id), nothing),
    question(calls.getKiosk, async (ctx, { caller }) => {
      if (caller.kind !== 'kiosk') throw new Forbidden()
      const kiosk = await getKiosk(ctx, caller.kioskId)
      const company = await companyOfKiosk(ctx.tx, ctx.companyId)
      if (!company) throw new NotFound()
      const companyFields = {
        company_id: ctx.companyId,
        company_name: company.companyName,
        header_color: company.headerColor,
        company_settings: presentCompanySettings(company),
      }
      return { kiosk: { ...presentShown(kiosk), ...companyFields }, expires_at: toIso(caller.expiresAt) }
    }),
  ],
}

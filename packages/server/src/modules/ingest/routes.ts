import { type QuarantineReason, quarantineReasons } from '@millwatch/contract/devices'
import {
  discardClockReset,
  quarantineOfEquipment,
  releaseClockReset,
  releaseFromQuarantine,
} from '@millwatch/contract/http/ingest-quarantine'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { devicesOnMachines } from '../devices/index.ts'
import { getEquipment } from '../tree/index.ts'
import { discardResets, releaseResets } from './clock-resets.ts'
import { type QuarantineRow, quarantineOfDevices } from './queries.ts'
import { isReleasable, releaseEvent } from './release-event.ts'

export function ingestRoutes(router: Router): void {
  router.signedIn(quarantineOfEquipment, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      await getEquipment(ctx, params.id)
      const devices = (await devicesOnMachines(ctx, [params.id])).get(params.id) ?? []
      const rows = await quarantineOfDevices(
        ctx,
        devices.map((device) => device.device_id),
      )
      return success({ quarantine: rows.map(present) })
    }),
  )
  router.signedIn(releaseFromQuarantine, async ({ params, inCompany }) => {
    const releaseAt = await inCompany((ctx) => releaseEvent(ctx, params.id))
    return success({ release_at: toIso(releaseAt) })
  })
  router.signedIn(releaseClockReset, async ({ params, inCompany }) =>
    success({ events: await inCompany((ctx) => releaseResets(ctx, params.id)) }),
  )
  router.signedIn(discardClockReset, async ({ params, inCompany }) =>
    success({ events: await inCompany((ctx) => discardResets(ctx, params.id)) }),
  )
}

const isKnown = (reason: string): reason is QuarantineReason => Object.hasOwn(quarantineReasons, reason)

function present(row: QuarantineRow) {
  return {
    id: row.quarantine_id,
    device_id: row.device_id,
    batch_id: row.batch_id,
    position: row.position,
    reason: row.reason,
    reason_text: isKnown(row.reason) ? quarantineReasons[row.reason] : row.reason,
    raw: row.raw,
    original_bytes: row.original_bytes,
    sha256: row.sha256?.toString('hex') ?? null,
    received_at: toIso(row.received_at),
    release_at: toIsoOrNull(row.release_at),
    releasable: isReleasable(row),
  }
}

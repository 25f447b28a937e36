import { type QuarantineReason, quarantineReasons } from '@millwatch/contract/devices'
import {
  discardClockReset,
  quarantineOfEquipment,
  releaseClockReset,
  releaseFromQuarantine,
} from '@millwatch/contract/http/ingest-quarantine'
import { command, type Module, question } from '../../platform/calls/calls.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { devicesOnMachines } from '../devices/index.ts'
import { getEquipment } from '../tree/index.ts'
import { discardResets, releaseResets } from './clock-resets.ts'
import { type QuarantineRow, quarantineOfDevices } from './queries.ts'
import { isReleasable, releaseEvent } from './release-event.ts'

export const ingestModule: Module = {
  calls: [
    question(quarantineOfEquipment, async (ctx, { params }) => {
      await getEquipment(ctx, params.id)
      const devices = (await devicesOnMachines(ctx, [params.id])).get(params.id) ?? []
      const rows = await quarantineOfDevices(
        ctx,
        devices.map((device) => device.deviceId),
      )
      return { quarantine: rows.map(present) }
    }),
    command(
      releaseFromQuarantine,
      (ctx, { params }) => releaseEvent(ctx, params.id),
      (releaseAt) => ({ release_at: toIso(releaseAt) }),
    ),
    command(
      releaseClockReset,
      (ctx, { params }) => releaseResets(ctx, params.id),
      (events) => ({ events }),
    ),
    command(
      discardClockReset,
      (ctx, { params }) => discardResets(ctx, params.id),
      (events) => ({ events }),
    ),
  ],
}

const isKnown = (reason: string): reason is QuarantineReason => Object.hasOwn(quarantineReasons, reason)

/** Returns the reason of an entry of quarantine as text. */
export const reasonText = (reason: string): string => (isKnown(reason) ? quarantineReasons[reason] : reason)

function present(row: QuarantineRow) {
  return {
    id: row.quarantineId,
    device_id: row.deviceId,
    batch_id: row.batchId,
    position: row.position,
    reason: row.reason,
    reason_text: reasonText(row.reason),
    raw: row.raw,
    original_bytes: row.originalBytes,
    sha256: row.sha256?.toString('hex') ?? null,
    received_at: toIso(row.receivedAt),
    release_at: toIsoOrNull(row.releaseAt),
    releasable: isReleasable(row),
  }
}

import { type QuarantineReason, quarantineReasons } from '@millwatch/contract/devices'
import {
  discardClockReset,
  quarantineOfEquipment,
  releaseClockReset,
  releaseFromQuarantine,
  releaseManyFromQuarantine,
} from '@millwatch/contract/http/ingest-quarantine'
import { command, type Module, question } from '../../platform/calls/calls.ts'
import { fromIso, toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { devicesOnMachines } from '../devices/index.ts'
import { getEquipment } from '../tree/index.ts'
import { discardResets, releaseResets } from './clock-resets.ts'
import { type QuarantineRow, quarantineOfDevices } from './queries.ts'
import { isReleasable, releaseEvent } from './release-event.ts'
import { releaseMany } from './release-many.ts'

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
      releaseManyFromQuarantine,
      (ctx, { body }) =>
        releaseMany(ctx, {
          reason: body.reason,
          deviceIds: body.device_ids ?? null,
          from: body.received_from === undefined ? 0 : fromIso(body.received_from, 'body/received_from'),
          to: body.received_to === undefined ? Number.MAX_SAFE_INTEGER : fromIso(body.received_to, 'body/received_to'),
        }),
      ({ events, isMore }) => ({ events, more: isMore }),
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

/** Returns the reason of an entry of quarantine as a text for people; an unknown reason is returned unchanged. */
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

import type { readDevicePage } from '@millwatch/contract/http/devices-page'
import { normalUuid } from '@millwatch/domain/devices'
import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Content } from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { outputsGiven } from '../alarms/index.ts'
import { companyFacts } from '../company/index.ts'
import { assignmentsOfDevices, configDeliveries, configOf, findDeviceByUuid, shown } from '../devices/index.ts'
import { accountsOf, inputLevelsOfDevice, latestEventsOfDevice, quarantineOfDevices } from '../ingest/index.ts'
import { allUnits, getEquipment } from '../tree/index.ts'
import { presentClockReset, presentRefusal } from './present-account.ts'
import { presentEvents } from './present-device-events.ts'

type DevicePage = Content<typeof readDevicePage>

/** Returns all data that the page of a device shows, as of now; 404 for a uuid that no device of the company has. */
export async function devicePage(ctx: Ctx, { now }: AsOfNow, needs: Needs, text: string): Promise<DevicePage> {
  const uuid = normalUuid(text)
  const device = uuid === null ? undefined : await findDeviceByUuid(ctx, uuid)
  if (!device) throw new NotFound()
  const { deviceId, equipmentId } = device
  const account = (await accountsOf(ctx, [deviceId])).get(deviceId)
  const machine = equipmentId === null ? null : await getEquipment(ctx, equipmentId)
  const places = await placesOf(ctx, deviceId)
  const outputs = await outputsGiven(ctx, deviceId)
  return {
    ...(await shown(ctx, needs, device)),
    clock_skewed: (account?.clockSkewedAt ?? null) !== null,
    clock_reset: presentClockReset(account),
    refused: presentRefusal(account),
    machine_active: machine?.active ?? null,
    timezone: await zoneOf(ctx, machine?.parentOrgUnitId ?? null),
    inputs: (await inputLevelsOfDevice(ctx, deviceId, ...places)).map(({ input, level, occurredAt }) => ({
      input,
      value: level === 1 ? (1 as const) : (0 as const),
      since: toIso(occurredAt),
    })),
    events: presentEvents(
      await latestEventsOfDevice(ctx, deviceId, ...places),
      await quarantineOfDevices(ctx, [deviceId]),
    ),
    config: await presentConfig(ctx, needs, deviceId),
    outputs: outputs && {
      command: outputs.command,
      commanded_at: toIso(outputs.commandedAt),
      acknowledged_id: outputs.acknowledgedId,
      state: outputs.state,
    },
    as_of: toIso(now),
  }
}

/** Instant (epoch ms) before all events. */
const EVER_MS = -8_640_000_000_000_000

/**
 * Returns the places of a device's events, one list per field: machine ids, and starts and ends (epoch ms; null: open) of their
 * assignments. The first assignment reaches back to before all events. The last place is machine 0 over all time, for events on
 * no machine.
 */
async function placesOf(ctx: Ctx, deviceId: number): Promise<[number[], number[], (number | null)[]]> {
  const assignments = (await assignmentsOfDevices(ctx, [deviceId])).get(deviceId) ?? []
  const reaching = assignments.map((assignment, index) => (index === 0 ? { ...assignment, from: EVER_MS } : assignment))
  const places = [...reaching, { equipmentId: 0, from: EVER_MS, to: null }]
  return [places.map((place) => place.equipmentId), places.map((place) => place.from), places.map((place) => place.to)]
}

/** Returns the time zone of a unit; for null that of the company. */
async function zoneOf(ctx: Ctx, orgUnitId: number | null): Promise<string> {
  if (orgUnitId === null) return (await companyFacts(ctx)).timezone
  return timeZoneOf(treeOf(await allUnits(ctx)), orgUnitId)
}

async function presentConfig(ctx: Ctx, needs: Needs, deviceId: number): Promise<DevicePage['config']> {
  const [delivery] = await configDeliveries(ctx, [deviceId])
  return {
    wanted: await configOf(ctx, needs, deviceId),
    sent: delivery?.sent ?? null,
    sent_at: toIsoOrNull(delivery?.sentAt ?? null),
    confirmed: delivery?.confirmed ?? null,
    confirmed_at: toIsoOrNull(delivery?.confirmedAt ?? null),
  }
}

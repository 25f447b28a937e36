import type { Check, Found } from './findings.ts'
import { companyQuarantineBytes, type DeviceCount, deviceCounts, storedTwice } from './queries-accounts.ts'
import { latestApart } from './queries-status.ts'

export const eventsAreStoredOnce: Check = {
  invariant: 'I1',
  holds: 'Every acknowledged event is stored once: as many as its batches claimed, none twice.',
  async find(ctx) {
    const twice = (await storedTwice(ctx)).map((row) => ({
      deviceId: row.device_id,
      at: row.occurred_at,
      text: `Event ${row.position} of batch ${row.batch_id} is stored ${row.times} times`,
    }))
    return [...twice, ...(await deviceCounts(ctx)).flatMap(missing)]
  },
}

function missing(row: DeviceCount): Found[] {
  if (row.is_cut || row.stored + row.held + row.discarded >= row.claimed) return []
  const text = `Its batches claim ${row.claimed} events, and ${row.stored} are stored and ${row.held} in quarantine`
  return [{ deviceId: row.device_id, text }]
}

export const accountsAddUp: Check = {
  invariant: 'I2',
  holds: 'For every device: received = accepted + duplicates + quarantined, and what is accepted is there.',
  async find(ctx) {
    const ofDevices = (await deviceCounts(ctx)).flatMap((row) => [...unequal(row), ...unlike(row)])
    const { company, devices } = await companyQuarantineBytes(ctx)
    if (company === devices) return ofDevices
    const text = `${company} bytes are said to be in quarantine, and its devices account for ${devices}`
    return [...ofDevices, { text }]
  },
}

function unequal({ device_id: deviceId, received, accepted, duplicates, quarantined }: DeviceCount): Found[] {
  if (received === accepted + duplicates + quarantined) return []
  const text = `Received ${received}, but accepted ${accepted} + duplicates ${duplicates} + quarantined ${quarantined}`
  return [{ deviceId, text }]
}

function unlike(row: DeviceCount): Found[] {
  const { device_id: deviceId, accepted, stored, quarantined, held, discarded } = row
  const found: Found[] = []
  if (!row.is_cut && accepted !== stored)
    found.push({ deviceId, text: `Accepted ${accepted}, but ${stored} are stored` })
  if (quarantined !== held + discarded) {
    const text = `Quarantined ${quarantined}, but ${held} are in quarantine and ${discarded} were discarded`
    found.push({ deviceId, text })
  }
  if (row.counted_bytes !== row.kept_bytes) {
    const text = `Its account says ${row.counted_bytes} bytes in quarantine, but ${row.kept_bytes} are`
    found.push({ deviceId, text })
  }
  return found
}

export const latestIsTheLatest: Check = {
  invariant: 'I7',
  holds:
    'The latest cycle is the last one by time, and the last contact of a device not before the receipt of anything of it.',
  async find(ctx) {
    const rows = (await deviceCounts(ctx)).filter(
      (row) => row.last_received_at !== null && (row.last_contact_at ?? 0) < row.last_received_at,
    )
    const cycles = (await latestApart(ctx)).map(({ equipment_id: equipmentId, stored_at: at, said_at }) => ({
      equipmentId,
      at,
      text: `Its last cycle ended then, and its latest one is said to be that of ${said_at ?? 'no time'}`,
    }))
    const contacts = rows.map((row) => ({
      deviceId: row.device_id,
      ...(row.last_received_at === null ? {} : { at: row.last_received_at }),
      text: `Something was received then, and the last contact is said to be at ${row.last_contact_at ?? 'no time'}`,
    }))
    return [...cycles, ...contacts]
  },
}

import type { Check, Found } from './findings.ts'
import { companyQuarantineBytes, type DeviceCount, deviceCounts, storedTwice } from './queries-accounts.ts'
import { latestApart } from './queries-status.ts'

export const eventsAreStoredOnce: Check = {
  invariant: 'I1',
  holds: 'Every acknowledged event is stored once: as many as its batches claimed, none twice.',
  async find(ctx) {
    const twice = (await storedTwice(ctx)).map((row) => ({
      deviceId: row.deviceId,
      at: row.occurredAt,
      text: `Event ${row.position} of batch ${row.batchId} is stored ${row.times} times`,
    }))
    return [...twice, ...(await deviceCounts(ctx)).flatMap(missing)]
  },
}

function missing(row: DeviceCount): Found[] {
  if (row.isCut || row.stored + row.held + row.discarded >= row.claimed) return []
  const text = `Its batches claim ${row.claimed} events, and ${row.stored} are stored and ${row.held} in quarantine`
  return [{ deviceId: row.deviceId, text }]
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

function unequal({ deviceId, received, accepted, duplicates, quarantined }: DeviceCount): Found[] {
  if (received === accepted + duplicates + quarantined) return []
  const text = `Received ${received}, but accepted ${accepted} + duplicates ${duplicates} + quarantined ${quarantined}`
  return [{ deviceId, text }]
}

function unlike(row: DeviceCount): Found[] {
  const { deviceId, accepted, stored, quarantined, held, discarded } = row
  const found: Found[] = []
  if (!row.isCut && accepted !== stored)
    found.push({ deviceId, text: `Accepted ${accepted}, but ${stored} are stored` })
  if (quarantined !== held + discarded) {
    const text = `Quarantined ${quarantined}, but ${held} are in quarantine and ${discarded} were discarded`
    found.push({ deviceId, text })
  }
  if (row.countedBytes !== row.keptBytes) {
    const text = `Its account says ${row.countedBytes} bytes in quarantine, but ${row.keptBytes} are`
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
      (row) => row.lastReceivedAt !== null && (row.lastContactAt ?? 0) < row.lastReceivedAt,
    )
    const cycles = (await latestApart(ctx)).map(({ equipmentId, storedAt: at, latestAt }) => ({
      equipmentId,
      at,
      text: `Its last cycle ended then, and its latest one is said to be that of ${latestAt ?? 'no time'}`,
    }))
    const contacts = rows.map((row) => ({
      deviceId: row.deviceId,
      ...(row.lastReceivedAt === null ? {} : { at: row.lastReceivedAt }),
      text: `Something was received then, and the last contact is said to be at ${row.lastContactAt ?? 'no time'}`,
    }))
    return [...cycles, ...contacts]
  },
}

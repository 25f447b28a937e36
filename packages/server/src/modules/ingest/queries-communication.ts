import { type Connected, type Contact, connectedIntervals } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRead } from '../../platform/db/statements.ts'

/**
 * Returns by device id the first and last contact of devices with the server, and the gaps of more than 300 s that touch `[from,
 * to)` (epoch ms), in order of time. The silence since the last contact is no gap yet. Devices that never sent a message have no
 * entry. A message is contact at its receipt, so buffered events do not fill gaps.
 */
export async function contactsOf(
  ctx: Ctx,
  deviceIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Contact>> {
  const values = [ctx.companyId, numberArray(deviceIds)]
  const contacts = await ctx.tx.prepared<{ deviceId: number; firstContactAt: number; lastContactAt: number }>(
    {
      name: 'ingest.contacts',
      text: `select device_id, first_contact_at, last_contact_at from device_tally
        where company_id = $1 and device_id = any($2::bigint[]) and first_contact_at is not null`,
    },
    values,
  )
  const gaps = await ctx.tx.prepared<{ deviceId: number; startedAt: number; endedAt: number }>(
    {
      name: 'ingest.communication_gaps',
      text: `select device_id, started_at, ended_at from communication_gap
        where company_id = $1 and device_id = any($2::bigint[]) and ended_at > $3 and started_at < $4 order by started_at`,
    },
    [...values, from, to],
  )
  const gapsOf = Map.groupBy(gaps, (gap) => gap.deviceId)
  return new Map(
    contacts.map((row) => {
      const ofDevice = (gapsOf.get(row.deviceId) ?? []).map((gap) => ({ from: gap.startedAt, to: gap.endedAt }))
      return [row.deviceId, { firstAt: row.firstContactAt, lastAt: row.lastContactAt, gaps: ofDevice }]
    }),
  )
}

/**
 * Returns by device id the ranges inside `[from, to)` (epoch ms) in which the device was in contact, that is without a gap of
 * more than 300 s. The last range has `to` null if the contact lasts and the range `[from, to)` does not end before now. Devices
 * that never sent a message have no entry, others an empty list without contact. A message is contact at its receipt, so buffered
 * events do not fill gaps.
 */
export async function communicationOf(
  ctx: Ctx,
  deviceIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Connected[]>> {
  const now = ctx.clock.now()
  const contacts = await contactsOf(ctx, deviceIds, from, to)
  return new Map([...contacts].map(([id, contact]) => [id, connectedIntervals(contact, { from, to }, now)]))
}

/**
 * Returns by machine id the last contact (epoch ms) of the primary device that is on it now. Machines without a primary device,
 * or whose device never sent a message, have no entry.
 */
export const lastContactsOf = companyRead<
  { equipmentId: number; lastContactAt: number },
  ReadonlyMap<number, number>,
  [equipmentIds: readonly number[]]
>(
  'ingest.last_contacts_of',
  `select a.equipment_id, t.last_contact_at from device_assignment a
        join device_tally t on t.company_id = a.company_id and t.device_id = a.device_id
        where a.company_id = $1 and a.equipment_id = any($2::bigint[]) and a.is_primary and a.valid_to is null
          and t.last_contact_at is not null`,
  (rows) => new Map(rows.map((row) => [row.equipmentId, row.lastContactAt])),
)

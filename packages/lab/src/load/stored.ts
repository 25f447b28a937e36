import { asOwner } from './owner.ts'

/**
 * Number of times that each event of a batch is stored, by position in the batch from 0; events that are not stored are left out.
 */
export type Positions = Map<number, number>

/** Stored rows of a device: its events and its quarantined events by batch id, and the counts the server keeps for it. */
export interface StoredDevice {
  /** Stored events, by batch id and then by position in the batch. */
  readonly events: Map<string, Positions>
  readonly quarantined: Map<string, Positions>
  readonly tally: { received: number; accepted: number; duplicates: number; quarantined: number }
}

const occurrences = (table: 'event' | 'quarantine') =>
  `select device_id::int as device, batch_id as batch, position, count(*)::int as times from ${table}
    where device_id = any($1)${table === 'quarantine' ? ' and released_at is null' : ''} group by 1, 2, 3`

/**
 * Reads the events, the quarantined events not yet released, and the counts of devices from the tables, without the program. A
 * device without counts is left out; throws an error if it has stored or quarantined events.
 */
export function readStored(databaseUrl: string, deviceIds: readonly number[]): Promise<Map<number, StoredDevice>> {
  return asOwner(databaseUrl, async (client) => {
    const stored = new Map<number, StoredDevice>()
    const { rows: tallies } = await client.query(
      `select device_id::int as device, received::int, accepted::int, duplicates::int, quarantined::int
        from device_tally where device_id = any($1)`,
      [deviceIds],
    )
    for (const { device, ...tally } of tallies) {
      stored.set(device, { events: new Map(), quarantined: new Map(), tally })
    }
    for (const [table, part] of [
      ['event', 'events'],
      ['quarantine', 'quarantined'],
    ] as const) {
      const { rows } = await client.query(occurrences(table), [deviceIds])
      for (const { device, batch, position, times } of rows) {
        const batches = stored.get(device)?.[part]
        if (batches === undefined) throw new Error(`Device ${device} has rows in ${table} and no account`)
        const positions = batches.get(batch) ?? new Map()
        batches.set(batch, positions.set(position, times))
      }
    }
    return stored
  })
}

import { asOwner } from '@millwatch/lab/load/owner'
import { type Comparison, compareTotals, type PieceTotals, type StoredTotals } from './totals.ts'

/**
 * Reads the events of a piece from the tables, without the program, and compares them with the totals of the devices. Also
 * returns the number of its messages in quarantine.
 */
export function compareStored(
  databaseUrl: string,
  deviceIds: readonly number[],
  sent: PieceTotals,
): Promise<Comparison & { readonly quarantined: number }> {
  return asOwner(databaseUrl, async (client) => {
    await client.query(`set work_mem = '64MB'`)
    const { rows } = await client.query<Record<'device' | keyof StoredTotals, string>>(
      `select device_id as device, count(*) as events, count(distinct (batch_id, position)) as numbers,
         sum(occurred_at - $1) as "sumMs", sum(coalesce(cycle_ms, 0)) as "sumCycleMs"
        from event where batch_id like $2 group by 1`,
      [sent.beganAt, `p${sent.piece}-%`],
    )
    const stored = new Map(
      rows.map(({ device, ...sums }) => [
        Number(device),
        Object.fromEntries(Object.entries(sums).map(([name, text]) => [name, Number(text)])) as unknown as StoredTotals,
      ]),
    )
    const { rows: held } = await client.query<{ count: string }>(
      'select count(*) as count from quarantine where batch_id like $1',
      [`p${sent.piece}-%`],
    )
    const storedOf = (device: number) => stored.get(deviceIds[device] ?? 0)
    return { ...compareTotals(sent, storedOf), quarantined: Number(held[0]?.count ?? 0) }
  })
}

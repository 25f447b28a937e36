import { cpus, loadavg, totalmem } from 'node:os'
import type { Product } from '@millwatch/lab/product/product'
import pg from 'pg'

/** Returns lines of text about the machine, Node, PostgreSQL and the load with which the figures were measured. */
export async function factsOf({ product }: { readonly product: Product }): Promise<string[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ server: string; fsync: string; commit: string }>(
    `select current_setting('server_version') as server, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit`,
  )
  await client.end()
  const [postgres] = rows
  const processors = cpus()
  return [
    `Machine     ${processors.length} cores (${processors[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node        ${process.version}, ${process.platform} ${process.arch}`,
    `PostgreSQL  ${postgres?.server}, fsync ${postgres?.fsync}, synchronous_commit ${postgres?.commit}`,
    `Load        ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')} (1, 5, 15 minutes) at the end`,
  ]
}

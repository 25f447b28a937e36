import pg from 'pg'

/**
 * Asks as the owner, past the program. Forced row-level security binds an owner that is no superuser: it sees what it names
 * the company of; an installation of the fault runs has one.
 */
export async function asOwner<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `select set_config('millwatch.company_id', company_id::text, false) from device_directory limit 1`,
    )
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

import pg from 'pg'

/**
 * Runs `work` on its own connection as the owner of the database, and closes it afterwards. Since row-level security shows the
 * owner only the rows of the company named in the session, it names that of any device; an installation of the fault runs has a
 * single company.
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

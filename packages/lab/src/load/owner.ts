import pg from 'pg'

/**
 * Runs queries as the owner of the database, without the program. Forced row-level security also applies to an owner who is not
 * a superuser: it sees only the rows of a company that it names. An installation of the fault runs has one company.
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

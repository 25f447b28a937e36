import pg from 'pg'

/** Connection to a database as its owner. Values in rows have the types that `pg` gives them, so a `bigint` is a text. */
export class Owner {
  readonly client: pg.Client

  private constructor(client: pg.Client) {
    this.client = client
  }

  static async connect(databaseUrl: string): Promise<Owner> {
    // The same option as on the product's own connections.
    const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' })
    // If the database stops, the next query fails.
    client.on('error', () => undefined)
    await client.connect()
    return new Owner(client)
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows
  }

  /** Runs a query and returns the first column of its first row as a number; NaN without rows. */
  async number(text: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.rows<Record<string, unknown>>(text, values)
    return Number(Object.values(row ?? {})[0])
  }

  close(): Promise<void> {
    return this.client.end()
  }
}

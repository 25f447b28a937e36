import pg from 'pg'

/** The owner's connection to a database; answers with rows as texts, as `pg` gives them. */
export class Owner {
  readonly client: pg.Client

  private constructor(client: pg.Client) {
    this.client = client
  }

  static async connect(databaseUrl: string): Promise<Owner> {
    // As the product sets its own connections.
    const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' })
    // A database that stops under it is noticed by the next question.
    client.on('error', () => undefined)
    await client.connect()
    return new Owner(client)
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows
  }

  /** One number. */
  async number(text: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.rows<Record<string, unknown>>(text, values)
    return Number(Object.values(row ?? {})[0])
  }

  close(): Promise<void> {
    return this.client.end()
  }
}

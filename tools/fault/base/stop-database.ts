import { signal } from '@millwatch/lab/product/processes'
import pg from 'pg'

/** Ways in which a database stops: its processes end at once, lose what they do, or one of them dies. */
export const databaseStops = ['restart fast', 'restart immediate', 'kill -9 backend', 'kill -9 postmaster'] as const
export type DatabaseStop = (typeof databaseStops)[number]

const signals = {
  'restart fast': 'SIGINT',
  'restart immediate': 'SIGQUIT',
  'kill -9 backend': 'SIGKILL',
  'kill -9 postmaster': 'SIGKILL',
} as const

/** Stops a database whose main process is `postmaster`, or kills the busiest of its backends. */
export async function stopDatabase(stop: DatabaseStop, postmaster: number, databaseUrl: string): Promise<void> {
  signal(stop === 'kill -9 backend' ? await someBackend(databaseUrl) : postmaster, signals[stop])
}

async function someBackend(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        order by state = 'active' desc, random() limit 1`,
    )
    if (rows[0] === undefined) throw new Error('No backend runs')
    return rows[0].pid
  } finally {
    await client.end().catch(() => undefined)
  }
}

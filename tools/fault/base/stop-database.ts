import { signal } from '@millwatch/lab/product/processes'
import pg from 'pg'

/**
 * Ways to stop a database by a signal: it ends all sessions and restarts, it stops without writing, a single backend is killed,
 * or its main process is.
 */
export const databaseStops = ['restart fast', 'restart immediate', 'kill -9 backend', 'kill -9 postmaster'] as const
export type DatabaseStop = (typeof databaseStops)[number]

const signals = {
  'restart fast': 'SIGINT',
  'restart immediate': 'SIGQUIT',
  'kill -9 backend': 'SIGKILL',
  'kill -9 postmaster': 'SIGKILL',
} as const

/**
 * Sends the signal of this way to the main process of a database. With `kill -9 backend` it kills a backend instead, an active
 * backend if there is any; throws an error if none runs.
 */
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

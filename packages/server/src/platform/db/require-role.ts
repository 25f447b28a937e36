import { StartError } from '../start-error.ts'
import type { Database } from '../tx.ts'
import { appRole } from './connection.ts'

const who = { name: 'db_who', text: 'select current_user as role' }

/**
 * Throws a start error unless connections have the app's role. They get the role by a start option, which a connection pooler in
 * between may drop; row-level security would then not keep companies apart.
 */
export async function requireAppRole(database: Database): Promise<void> {
  const [row] = await database.inDirectory((tx) => tx.prepared<{ role: string }>(who, []))
  if (row?.role === appRole) return
  throw new StartError(
    `Connections arrive as ${row?.role}, not as ${appRole}, which keeps companies apart: something between Millwatch and ` +
      'the database drops the start option "role". Let DATABASE_URL name the database itself.',
  )
}

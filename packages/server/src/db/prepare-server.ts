import type pg from 'pg'
import { appRole } from '../platform/db/connection.ts'
import { messageOf, StartError } from '../platform/start-error.ts'

const oldestVersion = 15

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version`,
  )
  const [version] = rows
  if (Number(version?.server_version_num) >= oldestVersion * 10_000) return
  throw new StartError(
    `DATABASE_URL names PostgreSQL ${version?.server_version}; Millwatch needs ${oldestVersion} or newer. ` +
      'Set DATABASE_URL to such a server, or leave it out to use the embedded one.',
  )
}

/**
 * Statement that creates the app's role unless it exists. Roles belong to the whole server, so another Millwatch on it may create
 * the same one at the same time.
 */
const createRole = `do $$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then
    create role ${appRole} nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null;
end $$`

/**
 * Query for two facts about the app's role: if it can bypass row-level security, and if the present user may take it. From
 * PostgreSQL 16 on, the creator of a role may grant it, but not take it before it is granted.
 */
const roleState = `select rolsuper or rolbypassrls as can_bypass,
    pg_has_role(current_user, oid, case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end)
      as may_take
  from pg_roles where rolname = '${appRole}'`

interface RoleState {
  can_bypass: boolean
  may_take: boolean
}

async function ensureRole(client: pg.Client): Promise<void> {
  await client.query(createRole)
  const [before] = (await client.query<RoleState>(roleState)).rows
  if (before?.can_bypass) {
    throw new StartError(
      `The role ${appRole} of the database can bypass row-level security, which keeps companies apart. ` +
        `As an administrator run: alter role ${appRole} nosuperuser nobypassrls`,
    )
  }
  if (!before?.may_take) await client.query(`grant ${appRole} to current_user`)
}

/**
 * Throws a start error unless the PostgreSQL server is new enough and the app's role is safe. Creates that role if the
 * owner may; it must not bypass row-level security.
 */
export async function prepareServer(client: pg.Client): Promise<void> {
  await refuseOldServer(client)
  try {
    await ensureRole(client)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    throw new StartError(
      `The user ${rows[0]?.name} of DATABASE_URL cannot make the role ${appRole} (${messageOf(error)}). ` +
        `As an administrator run: create role ${appRole} nologin; grant ${appRole} to "${rows[0]?.name}"`,
      error,
    )
  }
}

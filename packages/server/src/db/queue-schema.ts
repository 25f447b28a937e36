import type pg from 'pg'
import library from 'pg-boss/package.json' with { type: 'json' }
import { appRole } from '../platform/db/connection.ts'

/**
 * Name of the schema of the job queue. It has only leases, none of our data, and can be dropped and created again at any time.
 */
export const queueSchema = 'pgboss'

/** Comment on the schema that names the library version that made its tables. */
const mark = `millwatch: pg-boss ${library.version}`

/**
 * Returns the library's SQL that creates its tables, without its transaction, because it runs in a larger one. Throws if the SQL
 * is no longer one transaction.
 */
async function constructionText(): Promise<string> {
  // Loaded only for the first start after an upgrade.
  const { getConstructionPlans } = await import('pg-boss')
  const text = getConstructionPlans(queueSchema).trim()
  const inner = /^BEGIN;([\s\S]*)COMMIT;$/.exec(text)?.[1]
  if (inner === undefined) throw new Error('The plans of pg-boss are no longer one transaction')
  return inner
}

const readMark = `select obj_description(to_regnamespace('${queueSchema}'), 'pg_namespace') as mark`

/** Statements that let the app use the queue without owning any of it. */
const grants = `grant usage on schema ${queueSchema} to ${appRole};
  grant select, insert, update, delete on all tables in schema ${queueSchema} to ${appRole};`

/**
 * Creates the tables of the job queue unless they are those of this version of pg-boss; those of another version are dropped
 * first. Nothing is lost: jobs are in the table `job`, and servers put them back into the queue at their start. To be called
 * under the lock of migrations.
 */
export async function prepareQueue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(readMark)
  if (rows[0]?.mark === mark) return
  const text = await constructionText()
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '10s'`)
    await client.query(`drop schema if exists ${queueSchema} cascade`)
    await client.query(text)
    await client.query(`${grants} comment on schema ${queueSchema} is '${mark}'`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

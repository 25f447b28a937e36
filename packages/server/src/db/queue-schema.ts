import type pg from 'pg'
import library from 'pg-boss/package.json' with { type: 'json' }
import { appRole } from '../platform/db/connection.ts'

/** Where the queue of jobs keeps its leases. Nothing of ours is in it: it can be made anew at any time. */
export const queueSchema = 'pgboss'

/** Of the tables that this version of the library makes. */
const mark = `millwatch: pg-boss ${library.version}`

/** The library's text, without the transaction it brings: here it is part of a larger one. */
async function constructionText(): Promise<string> {
  // Loaded for the first start after an upgrade only.
  const { getConstructionPlans } = await import('pg-boss')
  const text = getConstructionPlans(queueSchema).trim()
  const inner = /^BEGIN;([\s\S]*)COMMIT;$/.exec(text)?.[1]
  if (inner === undefined) throw new Error('The plans of pg-boss are no longer one transaction')
  return inner
}

const readMark = `select obj_description(to_regnamespace('${queueSchema}'), 'pg_namespace') as mark`

/** The app puts into the queue and takes out of it; it owns none of it. */
const grants = `grant usage on schema ${queueSchema} to ${appRole};
  grant select, insert, update, delete on all tables in schema ${queueSchema} to ${appRole};`

/**
 * The tables of the queue are those that this version of pg-boss expects, made by the owner in one transaction. Those of
 * another version are dropped and made anew: what is to be done stands in our own table `job`, and servers put it back
 * when they start. Called under the lock of migrations.
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

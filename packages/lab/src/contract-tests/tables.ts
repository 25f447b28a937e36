import type { TestDatabase } from '../database/database.ts'

/**
 * Pattern of the names of tables that change as time passes, without a call: computed status, data derived from it, and queued
 * work.
 */
const moving =
  /^(machine_state|checkpoint|status_interval|event|event_.*|batch|device_tally|device_config|rollup_.*|shift_plan|shift_history|job|attempt|mail|outbox|verification|restatement|communication_gap|quarantine_use|installation|alarm_machine)$/

async function tableNames({ owner }: Pick<TestDatabase, 'owner'>): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by 1`,
  )
  return rows.map((row) => row.name)
}

/**
 * SQL expression by table for the columns that only people change, for tables that also change as time passes, such as a session
 * with its last use.
 */
const keptByPeople: Readonly<Record<string, string>> = {
  session: '(session_id, user_id, ended_at)::text',
  alarm:
    '(alarm_id, owner_user_id, equipment_id, alarm_type_id, args, device_output_config, notify_on_clear, reassert_m, critical_parts, updated_at, base_at, args_from)::text',
  alarm_trip:
    'case when acknowledged_at is not null then (alarm_id, acknowledged_at, acknowledged_by, acknowledged_notes, acknowledged_parts)::text end',
  // Browsers show codes and leave them; people use them up.
  kiosk_pairing: 'case when paired_at is not null then (code_hash, paired_at)::text end',
  // Attempts to send them, and their results, come as time passes.
  notice: '(notice_id, kind, subject_id, topic, event, channel, user_id, webhook_id, content, created_at)::text',
  notice_message:
    '(notice_message_id, channel, user_id, webhook_id, form, first_notice_id, notice_count, created_at)::text',
  quarantine:
    '(quarantine_id, device_id, batch_id, position, reason, received_at, release_at, discarded_at, releasable)::text',
}

/**
 * Returns a function that computes a fingerprint of the database: a line with name and checksum for each table that people
 * change. A line changes only when data that people enter changes.
 */
export async function fingerprinter(db: Pick<TestDatabase, 'owner'>): Promise<() => Promise<string>> {
  const names = (await tableNames(db)).filter((name) => !moving.test(name))
  const row = (name: string) => keptByPeople[name] ?? 't::text'
  const sums = names.map(
    (name) => `select '${name}' as of, md5(string_agg(${row(name)}, '|' order by ${row(name)})) as sum from ${name} t`,
  )
  const text = `select string_agg(of || ' ' || coalesce(sum, ''), E'\\n' order by of) as all from (${sums.join(' union all ')}) one`
  return async () => (await db.owner.query<{ all: string }>(text)).rows[0]?.all ?? ''
}

/**
 * Returns the names of the tables whose lines differ between two fingerprints, in the order of `after`. Empty if they are equal.
 */
export function differing(before: string, after: string): string[] {
  const had = new Set(before.split('\n'))
  return after.split('\n').flatMap((line) => (had.has(line) ? [] : [line.split(' ')[0] ?? '']))
}

/**
 * Returns the names of the tables, in alphabetical order, that contain any of the words in any column. It searches in the
 * program, since a database expression of hundreds of words takes many times as long.
 */
export async function tablesHolding(db: Pick<TestDatabase, 'owner'>, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await tableNames(db)) {
    const { rows } = await db.owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    const text = rows.map(({ row }) => row).join('\n')
    if (words.some((word) => text.includes(word))) found.push(name)
  }
  return found
}

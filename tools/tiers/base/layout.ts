/**
 * Modules of the server by tier, the earliest first. This file is the layout that the rules read, with tables by owner and the
 * layers of server and web too. A new module, table or folder gets its line here (`npm run new:module` writes those of a module).
 */
export const moduleTiers: readonly (readonly string[])[] = [
  ['identity', 'tree', 'audit'],
  ['members', 'kiosks', 'api-keys', 'addins', 'client-errors'],
  ['groups'],
  ['devices', 'schedules'],
  ['company', 'ingest', 'telemetry'],
  ['status'],
  ['shifts'],
  ['stops', 'runs'],
  ['utilization', 'parts'],
  ['notices'],
  ['alarms'],
  ['notifications', 'maintenance'],
  ['views', 'reports', 'live', 'jobs'],
]

/**
 * Module, or other folder of the server, that writes each table, by the name of the table. Modules of later tiers may read the
 * table through the index.ts of that module.
 */
export const tableOwners: Readonly<Record<string, string>> = {
  company: 'identity',
  app_user: 'identity',
  membership: 'identity',
  session: 'identity',
  one_time_code: 'identity',
  attempt: 'identity',
  second_factor: 'identity',
  recovery_code: 'identity',
  passkey: 'identity',
  used_challenge: 'identity',
  mail: 'platform',
  invitation: 'identity',
  kiosk: 'kiosks',
  kiosk_pairing: 'kiosks',
  api_key: 'api-keys',
  roster: 'groups',
  roster_user: 'groups',
  company_logo: 'company',
  addin: 'addins',
  client_error: 'client-errors',
  webhook: 'notices',
  notice_message: 'notices',
  notice: 'notices',
  notice_refusal: 'notices',
  notification: 'notifications',
  notification_ack: 'notifications',
  org_unit: 'tree',
  equipment: 'tree',
  device: 'devices',
  device_assignment: 'devices',
  first_primary: 'devices',
  takeover_check: 'status',
  device_directory: 'devices',
  device_tally: 'ingest',
  batch: 'ingest',
  event: 'ingest',
  quarantine: 'ingest',
  quarantine_use: 'ingest',
  machine_state: 'status',
  checkpoint: 'status',
  status_interval: 'status',
  category: 'tree',
  manufacturer: 'tree',
  model: 'tree',
  equipment_setting: 'tree',
  device_setting: 'devices',
  device_config: 'devices',
  communication_gap: 'ingest',
  firmware: 'devices',
  status_reason: 'stops',
  stop_annotation: 'stops',
  restatement: 'stops',
  schedule: 'schedules',
  schedule_template: 'schedules',
  shift_history: 'shifts',
  shift_void: 'shifts',
  shift_plan: 'shifts',
  shift_lock: 'shifts',
  job: 'platform',
  outbox: 'platform',
  call_answer: 'platform',
  verification: 'verify',
  tag_group: 'runs',
  tag: 'runs',
  run: 'runs',
  run_tag: 'runs',
  critical_part: 'parts',
  critical_part_history: 'parts',
  rollup_quarter: 'utilization',
  rollup_day: 'utilization',
  rollup_day_shift: 'utilization',
  rollup_week: 'utilization',
  rollup_stop: 'utilization',
  rollup_state: 'utilization',
  rollup_dirty: 'utilization',
  installation: 'platform',
  audit_entry: 'platform',
  alarm: 'alarms',
  alarm_trip: 'alarms',
  alarm_machine: 'alarms',
  user_alarm: 'alarms',
  roster_alarm: 'alarms',
  alarm_seen: 'alarms',
  device_output: 'alarms',
}

/**
 * Tables without row-level security that are needed before a company is known. Apart from platform/db, the backups and verify,
 * only files `store-directory*` read them.
 */
export const directoryTables: readonly string[] = [
  'company',
  'app_user',
  'membership',
  'session',
  'invitation',
  'kiosk',
  'kiosk_pairing',
  'one_time_code',
  'attempt',
  'second_factor',
  'recovery_code',
  'passkey',
  'used_challenge',
  'api_key',
  'mail',
  'device_directory',
  'installation',
  'firmware',
]

/**
 * Folders and files of packages/server/src by layer, from the lowest up. Each may import from its own layer and the layers
 * before.
 */
export const serverLayers: readonly (readonly string[])[] = [
  ['platform', 'db'],
  ['modules'],
  ['flow'],
  ['verify', 'sources'],
  ['app', 'app.ts', 'main.ts', 'cli.ts', 'cli', 'config.ts', 'demo'],
]

/** Folders of packages/web/src by layer, from the lowest up. Files at the top (app, router, main) belong to the last layer. */
export const webLayers: readonly (readonly string[])[] = [
  ['lib', 'ui', 'charts'],
  ['scope', 'live'],
  ['features'],
  ['shell', 'pages'],
  ['app'],
]

export const layerOf = (layers: readonly (readonly string[])[], name: string): number =>
  layers.findIndex((layer) => layer.includes(name))

export const tierOf = (module: string): number => moduleTiers.findIndex((tier) => tier.includes(module))

const SERVER = 'packages/server/src/'
const WEB = 'packages/web/src/'

/**
 * Returns the top folder of a server file: `modules` for packages/server/src/modules/tree/store.ts. For a file at the top it is
 * its own name; undefined for a file outside the server.
 */
export const serverPart = (path: string): string | undefined => partAfter(SERVER, path)

export const webPart = (path: string): string | undefined => partAfter(WEB, path)

/** Returns the module of a server file; undefined if the file is in none. */
export const moduleOf = (path: string): string | undefined =>
  /^packages\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]

export const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1]

function partAfter(prefix: string, path: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/')[0] : undefined
}

/** Returns true for the server files `store-directory*.ts`, which read the tables that are needed before a company is known. */
export const isDirectoryStore = (path: string): boolean =>
  path.startsWith(SERVER) && /\/store-directory(-[^/]+)?\.ts$/.test(path)

/**
 * Returns true for files that may contain SQL: files whose name begins with the word `store`, `queries` or `tables`, and files
 * below a folder `db`, `verify`, `store` or `queries`.
 */
export const isSqlPlace = (path: string): boolean => {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  return (
    /^(store|queries|tables)\b/.test(file) || parts.some((part) => ['db', 'verify', 'store', 'queries'].includes(part))
  )
}

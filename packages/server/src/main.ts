import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { type Archive, startArchive } from './app/archive.ts'
import { type Ports, urlHost } from './app/ports.ts'
import { type App, buildApp } from './app.ts'
import { type Config, isLoopback, readConfig } from './config.ts'
import { claimFolder, openStorage } from './db/storage.ts'
import { watchMigrations } from './db/watch-migrations.ts'
import { fillDemo, isDemo, type Simulator, startSimulator } from './demo/index.ts'
import { offerSetupCode } from './modules/company/index.ts'
import { boundClock } from './platform/bound-clock.ts'
import { systemClock } from './platform/clock.ts'
import { databaseTls, databaseTlsWarning } from './platform/db/database-tls.ts'
import { tryInstanceLock } from './platform/db/embedded/instance-lock.ts'
import { isTransient } from './platform/db/faults.ts'
import { followClock } from './platform/db/follow-clock.ts'
import { type Database, openDatabase, requireAppRole } from './platform/db/index.ts'
import { Ballast, DiskGuard } from './platform/disk/index.ts'
import { answerWaiting } from './platform/http/waiting.ts'
import { createLifecycle, type Lifecycle } from './platform/lifecycle.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { Bucket } from './platform/s3/bucket.ts'
import { messageOf, StartError } from './platform/start-error.ts'
import { Certificate } from './platform/tls.ts'

const webRoot = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** Time (ms) that a stop waits for the step of the start that is under way. */
const stepMs = 1_500
const orphanCheckMs = 500

/** Clock of this server, which is bound by that of the database as soon as it is open. */
const clock = boundClock(systemClock)

const print = (line: string) => console.log(line)

function warnOfOpenPorts({ host, tls }: Config): void {
  if (isLoopback(host) || tls !== undefined) return
  print(`Warning: ${host} can be reached from other machines, and neither HTTP nor MQTT is encrypted here.`)
  print('         Set TLS_CERT and TLS_KEY, put a proxy with TLS in front, or leave HOST out.')
}

function warnOfDatabaseUrl({ databaseUrl }: Config): void {
  const warning = databaseUrl && databaseTlsWarning(databaseTls(databaseUrl, process.env.PGSSLMODE))
  if (warning) print(warning)
}

function warnOfCertificate(certificate: Certificate | undefined): void {
  const warning = certificate?.warning(clock.now())
  if (warning) print(`Warning: ${warning}`)
}

interface Started {
  readonly config: Config
  readonly database: Database
  readonly app: App
  readonly logger: Logger
  readonly lifecycle: Lifecycle
}

/**
 * Returns true if this server runs the demo plant of its data folder. Servers that share a database may share the folder too:
 * only the one that locks the folder runs it.
 */
function runsDemo({ config, lifecycle }: Started): boolean {
  if (config.databaseUrl === undefined) return true
  const lock = tryInstanceLock(config.dataFolder)
  if (lock) lifecycle.onStop('lock', lock.release)
  return lock !== undefined
}

async function prepareDemo({ config, database, app, logger, lifecycle }: Started): Promise<string[]> {
  const filled = await fillDemo({
    flow: app.flow,
    database,
    clock,
    logger,
    signingKey: app.signingKey,
    dataFolder: config.dataFolder,
    demoPassword: config.demoPassword,
    empty: config.empty,
    progress: print,
    signal: lifecycle.signal,
  })
  if (filled === null) return []
  const password = filled.password ?? 'as shown at the first start (MILLWATCH_DEMO_PASSWORD sets another)'
  return [
    `Sign in as ${filled.signIns.join(', ')}`,
    `or as      ${filled.secondSignIns.join(', ')} (a second company; the last of both)`,
    `Password    ${password}`,
  ]
}

function describeSimulator({ machines, replayed }: Simulator): string {
  const replay = replayed.length === 0 ? '' : `; ${replayed.join(', ')} replays a recording of a real machine`
  return `Simulated   ${machines} machines of both companies send data, after 90 days of history${replay}`
}

function simulate({ config, logger, lifecycle }: Started, ports: Ports): string[] {
  const host = urlHost(config.host)
  const simulator = startSimulator({
    dataFolder: config.dataFolder,
    httpUrl: `${config.tls === undefined ? 'http' : 'https'}://${host}:${ports.http}`,
    // The port that is not encrypted is open to this machine, and with TLS to no other.
    mqttUrl: `mqtt://${config.tls === undefined ? host : '127.0.0.1'}:${ports.mqtt}`,
    logger,
    clock,
  })
  if (simulator === null) return []
  lifecycle.onStop('simulator', simulator.stop)
  return [describeSimulator(simulator)]
}

/**
 * Throws a start error if a storage for backups is set without a folder. A restore needs only the storage, a server needs both.
 */
function requireFolder({ backups, backupStorage }: Config): void {
  if (backupStorage !== undefined && backups === undefined)
    throw new StartError('BACKUP_S3 needs BACKUP_FOLDER: backups are written and checked there before they are sent.')
}

/**
 * Starts to archive the log of the embedded database and returns the archive; undefined if the settings do not have the log
 * archived.
 */
function archiveOf({ dataFolder, backups, backupStorage }: Config, logger: Logger): Archive | undefined {
  const bucket = backupStorage && new Bucket({ settings: backupStorage, clock })
  return backups?.isContinuous ? startArchive({ dataFolder, folder: backups.folder, bucket, logger }) : undefined
}

/**
 * Starts the server step by step, up to the lines that announce it as ready. All parts that it opens are closed by the lifecycle
 * in the opposite order. Throws if a step fails, or when the lifecycle is stopped between two steps. Later calls `fail` with the
 * reason, in words for the operator, if the server must not go on.
 */
async function start(
  config: Config,
  logger: Logger,
  lifecycle: Lifecycle,
  fail: (reason: string) => void,
): Promise<void> {
  const { signal } = lifecycle
  requireFolder(config)
  warnOfOpenPorts(config)
  warnOfDatabaseUrl(config)
  const certificate = config.tls && new Certificate(config.tls, logger)
  if (certificate) lifecycle.onStop('certificate', () => certificate.stop())
  warnOfCertificate(certificate)

  const { dataFolder, databaseUrl } = config
  await claimFolder({ dataFolder, databaseUrl, lifecycle })
  const stopWaiting = await answerWaiting(config.host, config.port, manifest.version, certificate)
  lifecycle.onStop('waiting', stopWaiting)
  const archive = archiveOf(config, logger)
  // Stopped after the database, which closes the last segment of its log when it stops.
  if (archive) lifecycle.onStop('archive', archive.stop)
  const archives = archive !== undefined
  const url = await openStorage({ dataFolder, databaseUrl, clock, logger, lifecycle, progress: print, archives })
  signal.throwIfAborted()

  const database = openDatabase({ url, logger })
  lifecycle.onStop('database', database.close)
  await requireAppRole(database)
  lifecycle.onStop('migrations', await watchMigrations(url, database, fail))
  lifecycle.onStop('clock', await followClock(clock, database, logger))
  const ballast = databaseUrl === undefined ? new Ballast(dataFolder) : undefined
  const disk = new DiskGuard({ clock, logger, ballast, reserve: config.diskReserve })
  await disk.start()
  lifecycle.onStop('disk', () => disk.stop())
  archive?.yieldTo(() => disk.isFull)
  const pages = existsSync(webRoot) ? { webRoot } : {}
  const app = await buildApp({
    config,
    certificate,
    database,
    clock,
    logger,
    version: manifest.version,
    rates: config.rates,
    disk,
    archive,
    ...pages,
    isDemo: () => isDemo(database),
  })
  lifecycle.onStop('app', app.close)
  await stopWaiting()
  const ports = await app.listen()
  signal.throwIfAborted()

  const started: Started = { config, database, app, logger, lifecycle }
  const withDemo = runsDemo(started)
  const signIns = withDemo ? await prepareDemo(started) : []
  const notes = [...(await noteOfMail(config, database)), ...(await firstSteps(database, app.signingKey))]
  signal.throwIfAborted()

  // Keep this after everything that can fail: a server that was announced as ready must not end because the database went
  // away.
  app.ready()
  const simulated = withDemo ? simulate(started, ports) : []
  announce(config, ports, [...signIns, ...simulated, ...notes])
}

/**
 * Returns the notes with a new set-up code for an installation without a company; an empty list if there is a company. A code of
 * an earlier start is no longer valid.
 */
async function firstSteps(database: Database, signingKey: Buffer): Promise<string[]> {
  const code = await offerSetupCode({ database, clock, signingKey })
  if (code === null) return []
  return [
    `Set it up   on the pages above, with the code ${code} (good until the next start),`,
    '            or here: npm run millwatch -- company create NAME --admin EMAIL',
  ]
}

/**
 * Returns a line that says that mail is caught (in a demo) or not sent, while no mail server is set; an empty list if one is set.
 */
async function noteOfMail({ smtp }: Config, database: Database): Promise<string[]> {
  if (smtp) return []
  if (await isDemo(database))
    return ['Mail        is caught, and shown to superusers at /setup/mail (SMTP_URL sends it)']
  return ['Warning: SMTP_URL is not set. Mail, as links for new passwords, is kept and not sent.']
}

function announce({ host, tls }: Config, ports: Ports, more: readonly string[]): void {
  const url = `${tls === undefined ? 'http' : 'https'}://${urlHost(host)}:${ports.http}`
  const mqtt =
    ports.mqtts === null ? `mqtt://${urlHost(host)}:${ports.mqtt}` : `mqtts://${urlHost(host)}:${ports.mqtts}`
  print('')
  print(`Millwatch ${manifest.version} is ready`)
  print(`Pages       ${url}`)
  print(`Devices     ${mqtt} or POST ${url}/v0/ingest`)
  for (const line of more) print(line)
  print('Ctrl-C stops it.')
}

/**
 * Calls `end` when npm, which started this server, ends: without it, Ctrl-C would not reach the server. Does nothing for a server
 * that was not started by npm.
 */
function whenOrphaned(end: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), orphanCheckMs).unref()
}

/**
 * Runs the server until a signal, the end of npm, an unexpected error, or a migration of its database by a newer program; then
 * closes all parts, also in the middle of the start, and ends the process. An error of a lost database connection does not end
 * it.
 */
async function run(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const logger = createLogger({ level: config.logLevel })
  const lifecycle = createLifecycle(logger)
  let ending = false
  const end = async (exitCode: number) => {
    if (ending) return
    ending = true
    const stopped = lifecycle.stop()
    await Promise.race([starting.catch(() => undefined), delay(stepMs)])
    await stopped
    // A step that was under way may have opened something meanwhile.
    await lifecycle.stop()
    process.exit(exitCode)
  }
  const starting = start(config, logger, lifecycle, (reason) => {
    console.error(reason)
    void end(1)
  })
  whenOrphaned(() => void end(0))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void end(0))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'An error that nobody expected')
    // A database that went away is not a reason to go away too.
    if (!isTransient(error)) void end(1)
  })

  try {
    await starting
  } catch (error) {
    if (!lifecycle.signal.aborted) console.error(error instanceof StartError ? error.message : error)
    await end(1)
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof StartError ? messageOf(error) : error)
  process.exitCode = 1
})

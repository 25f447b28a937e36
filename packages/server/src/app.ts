import type { PasswordPolicy } from '@millwatch/domain/identity'
import { accessRoutes, reachOfKiosks } from './app/access.ts'
import { foreignOf } from './app/foreign.ts'
import { plantRoutes } from './app/plant.ts'
import { naming, type Ports, portOf, urlOf } from './app/ports.ts'
import { needsOfDevices } from './flow/for-modules.ts'
import { createFlow, type Flow, type FlowDeps } from './flow/index.ts'
import { ApiKeyCache, apiKeysSubscribers } from './modules/api-keys/index.ts'
import { firstRunRoutes, startRemovingCompanies } from './modules/company/index.ts'
import { COMMANDS_CHANNEL, configOf, createDevice, type DevicesDeps } from './modules/devices/index.ts'
import {
  DEVICE_ACCESS_CHANNEL,
  hashSecret,
  identitySubscribers,
  listCompanies,
  SessionCache,
  startForgetting,
} from './modules/identity/index.ts'
import { actorOfJob } from './modules/jobs/index.ts'
import { listeners, liveSubscribers, startLive } from './modules/live/index.ts'
import { readNewMember } from './modules/members/index.ts'
import { noticesSubscribers } from './modules/notices/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { DiskGuard } from './platform/disk/index.ts'
import { type Authenticate, apiKeyPrefix } from './platform/http/caller.ts'
import { describeRoutes, serveDocs } from './platform/http/docs.ts'
import { healthRoute, metricsRoute } from './platform/http/operations.ts'
import { pageOrNotFound, servePages } from './platform/http/pages.ts'
import { trustedProxies } from './platform/http/proxies.ts'
import { RateLimiter, type Rates } from './platform/http/rate-limit.ts'
import { createRouter } from './platform/http/route.ts'
import { createHttp } from './platform/http/server.ts'
import { installationSecret, signingKeys } from './platform/installation/store-directory.ts'
import { createJobs, type JobsSettings } from './platform/jobs/index.ts'
import type { Logger } from './platform/logger.ts'
import type { SmtpSettings } from './platform/mail/index.ts'
import { createMetrics } from './platform/metrics.ts'
import { startOutbox } from './platform/outbox/deliver.ts'
import { createSockets } from './platform/sockets/server.ts'
import type { Certificate } from './platform/tls.ts'
import { createHttpSource } from './sources/http/index.ts'
import { createMqttSource, type MqttDevice } from './sources/mqtt/index.ts'
import type { Source } from './sources/source.ts'

const loopback = '127.0.0.1'

export interface AppDeps {
  readonly config: {
    readonly host: string
    readonly port: number
    /** Unencrypted; with a certificate it is opened to this machine only. */
    readonly mqttPort: number
    /** With a certificate. */
    readonly mqttsPort?: number | undefined
    readonly metricsToken?: string | undefined
    /** Addresses and networks of proxies that are believed about who asks and how; nobody unless set. */
    readonly trustProxy?: string | undefined
    /** Start of links in mails; the address the server listens on unless set. */
    readonly publicUrl?: string | undefined
    /** Absent: no mail leaves the server. */
    readonly smtp?: SmtpSettings | undefined
    /** `spec` unless set. */
    readonly passwordPolicy?: PasswordPolicy | undefined
  }
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly version: string
  /** With it pages and calls go by HTTPS, and devices by MQTT over TLS. */
  readonly certificate?: Certificate | undefined
  /** Time a worker may be silent, and a switch that makes this server a worker; the usual unless given. */
  readonly jobs?: JobsSettings | undefined
  /** Allowed calls per principal and time; null: no limit; the usual unless given. */
  readonly rates?: Rates | null | undefined
  /** Folder of the built web; absent, or without a page in it: calls only. */
  readonly webRoot?: string | undefined
  /** Returns true for a demo, whose mail is caught and shown; no demo unless given. */
  readonly isDemo?: (() => Promise<boolean>) | undefined
  /** Watches the disk of the embedded database. */
  readonly disk?: DiskGuard | undefined
  /** Number of events between two checkpoints of a machine and in one page read; the usual unless given. Tests make both small. */
  readonly pace?: NonNullable<FlowDeps['pace']> | undefined
}

export interface App {
  readonly flow: Flow
  /** With it device keys and session tokens are hashed; the same for all servers of an installation. */
  readonly signingKey: Buffer
  /** Mails what there is to be mailed by now. */
  settleMail(): Promise<void>
  /** Without a network, for tests. */
  readonly inject: Awaited<ReturnType<typeof createHttp>>['inject']
  /** Opens the ports of people and devices; the answer is where they are. */
  listen(): Promise<Ports>
  /** From here on /health says that everything can be served. */
  ready(): void
  close(): Promise<void>
}

/** Builds everything of a server on a migrated database; what opens ports and what ends the process is not here. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, database, clock, logger, version, certificate } = deps
  const { current: signingKey, previous } = await signingKeys(database)
  const disk = deps.disk ?? new DiskGuard({ clock, logger })
  const flow = createFlow({
    ...{ database, clock, logger, disk },
    hashKey: (key) => hashSecret(signingKey, key),
    olderHashesOf: (key) => previous.map((older) => hashSecret(older, key)),
    ...(deps.pace === undefined ? {} : { pace: deps.pace }),
  })
  const sessions = new SessionCache(database, clock, signingKey, previous)
  const apiKeys = new ApiKeyCache(database, clock, signingKey, previous)
  const authenticate: Authenticate = async (token) =>
    token.startsWith(apiKeyPrefix) ? apiKeys.find(token) : ((await sessions.find(token)) ?? null)
  const trusts = trustedProxies(config.trustProxy)
  const jobs = createJobs({
    ...{ database, clock, logger, actorOfJob, settings: deps.jobs },
    listCompanies: () => listCompanies(database),
  })
  let isReady = false
  let opened: Ports | undefined

  const metrics = createMetrics()
  const foreign = foreignOf({ database, clock, authenticate })
  const notFound = deps.webRoot === undefined ? undefined : pageOrNotFound(deps.webRoot, foreign)
  const http = await createHttp({ logger, metrics, trusts, certificate, notFound })
  await describeRoutes(http, version)
  const limiter = new RateLimiter(clock, deps.rates)
  const reaches = reachOfKiosks(deps)
  const router = createRouter(http, { database, clock, authenticate, limiter, reaches })
  const policy = config.passwordPolicy ?? 'spec'
  const isDemo = deps.isDemo ?? (async () => false)
  const publicUrl = () => config.publicUrl ?? urlOf(config.host, opened?.http ?? config.port, certificate !== undefined)
  const access = accessRoutes(router, {
    ...{ database, clock, logger, metrics, signingKey, sessions, policy, smtp: config.smtp },
    ...{ publicUrl, isDemo },
  })
  const devices = needsOfDevices(signingKey)
  const plant = plantRoutes(router, {
    ...{ database, clock, logger, jobs, devices, ensureCurrent: flow.ensureCurrent },
    mqttPorts: () => ({
      plain: certificate ? null : (opened?.mqtt ?? config.mqttPort),
      tls: opened?.mqtts ?? null,
    }),
    ssoSecret: await installationSecret(database, 'addin_sso'),
  })
  firstRunRoutes(router, {
    ...{ database, clock, logger, signingKey, throttle: access.throttle, passwordPolicy: policy, isDemo },
    readPerson: (typed) => readNewMember(typed, policy),
    addDevice: (ctx, { uuid, equipmentId }) =>
      createDevice(ctx, devices, { uuid, equipmentId, isPrimary: true, active: true }),
  })
  const commands = commandsTo(deps, devices)
  const mqtt = createMqttSource({
    ...{ logger, commands },
    hearAccess: (changed, missed) => database.listen(DEVICE_ACCESS_CHANNEL, changed, missed),
  })
  const sources: readonly Source[] = [createHttpSource(http, commands.configOf), mqtt]
  for (const source of sources) await source.start(flow)
  healthRoute(http, version, () => isReady && database.isUp())
  metricsRoute(http, metrics, config.metricsToken)
  await serveDocs(http)
  if (deps.webRoot !== undefined) await servePages(http, deps.webRoot, foreign)
  await http.ready()

  const sockets = createSockets({
    ...listeners({ database, clock, authenticate, reaches, signingKey }),
    ...{ server: http.server, trusts, logger, clock, version },
  })
  metrics.gauge('live_sockets', 'Open live connections', () => sockets.counts().sockets)
  metrics.gauge('mqtt_devices', 'Devices connected by MQTT', () => mqtt.connected())
  metrics.gauge('live_rooms', 'Rooms somebody is in', () => sockets.counts().rooms)
  metrics.gauge('disk_full', '1 while devices are refused because the disk has no room', () => Number(disk.isFull))
  metrics.gauge(
    'disk_free_bytes',
    'Free bytes on the disk of the embedded database',
    () => disk.freeBytes ?? Number.NaN,
  )
  // In the order of the tiers of their modules.
  const subscribers = [
    ...identitySubscribers(sessions),
    ...apiKeysSubscribers(apiKeys),
    ...noticesSubscribers({ publicUrl }),
    ...liveSubscribers({ database, clock, logger, sockets }),
  ]
  const outbox = await startOutbox({ database, clock, logger, metrics, subscribers })
  const stopLive = await startLive({ database, clock, logger, sockets })
  const stopForgetting = startForgetting({ database, clock, logger })
  const stopRemoving = startRemovingCompanies({ database, clock, logger })
  flow.start()

  return {
    flow,
    signingKey,
    async settleMail() {
      await outbox.settle()
      await access.settleMail()
    },
    inject: http.inject.bind(http),
    ready() {
      isReady = true
      jobs.start()
      plant
        .submitChecks()
        .catch((error) => logger.warn({ err: error }, 'The checks after an upgrade wait for the next start'))
    },
    async listen() {
      const { host, port, mqttPort, mqttsPort = 8883 } = config
      await naming('PORT', port, http.listen({ host, port }))
      const ports = {
        http: portOf(http.server),
        mqtt: await naming('MQTT_PORT', mqttPort, mqtt.listen(certificate ? loopback : host, mqttPort)),
        mqtts: certificate ? await naming('MQTTS_PORT', mqttsPort, mqtt.listen(host, mqttsPort, certificate)) : null,
      }
      opened = ports
      return ports
    },
    async close() {
      isReady = false
      stopForgetting()
      stopRemoving()
      await sockets.close()
      await Promise.all([http.close(), ...sources.map((source) => source.stop()), stopLive(), jobs.stop()])
      await outbox.stop()
      await access.stop()
      await flow.stop()
    },
  }
}

/** Commands to devices: any server may issue one, and the server a device is connected to sends it. */
function commandsTo({ database, clock }: AppDeps, devices: DevicesDeps) {
  return {
    configOf: ({ companyId, deviceId }: MqttDevice) =>
      database.inCompany(companyId, (tx) =>
        configOf({ companyId, actor: { kind: 'device', deviceId }, tx, clock }, devices, deviceId),
      ),
    hear: (changed: (deviceId: number) => void, missed: () => void) =>
      database.listen(COMMANDS_CHANNEL, (payload) => changed(Number(payload.split('/')[1])), missed),
  }
}

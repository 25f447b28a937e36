import { availableParallelism } from 'node:os'
import { DEVICE_ACCESS_CHANNEL } from '../modules/identity/index.ts'
import { listeners, RecentNews } from '../modules/live/index.ts'
import { type Module, registerModules } from '../platform/calls/calls.ts'
import { describeRoutes, serveDocs } from '../platform/http/docs.ts'
import { healthRoutes, metricsRoute } from '../platform/http/operations.ts'
import { pageOrNotFound, servePages } from '../platform/http/pages.ts'
import { trustedProxies } from '../platform/http/proxies.ts'
import { RateLimiter } from '../platform/http/rate-limit.ts'
import { createRouter } from '../platform/http/route.ts'
import { createHttp } from '../platform/http/server.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { createSockets, type Sockets } from '../platform/sockets/server.ts'
import { usualTurns } from '../platform/turns/limits.ts'
import { FairTurns } from '../platform/turns/turns.ts'
import { createHttpSource } from '../sources/http/index.ts'
import { createMqttSource } from '../sources/mqtt/index.ts'
import type { Source } from '../sources/source.ts'
import { ClockWatch } from './clock-watch.ts'
import { commandsTo } from './commands.ts'
import type { Core } from './core.ts'
import { foreignOf } from './foreign.ts'
import { reachOfKiosks } from './reach.ts'
import type { AppDeps } from './settings.ts'

type Http = Awaited<ReturnType<typeof createHttp>>
type Mqtt = ReturnType<typeof createMqttSource>

/**
 * Network parts of a server: the HTTP server (not listening yet), the sources of device messages, the live connections
 * of browsers, and the metrics.
 */
export interface Network {
  readonly http: Http
  readonly mqtt: Mqtt
  readonly sources: readonly Source[]
  readonly sockets: Sockets
  /** Times of the last publications to the rooms of the sockets. */
  readonly news: RecentNews
  readonly metrics: Metrics
  readonly clockWatch: ClockWatch
  /** Functions that return a text about a fault, or undefined. `/health/ready` shows the first text. */
  readonly warnings: (() => string | undefined)[]
}

/**
 * Creates the HTTP server with the calls of the modules, the pages, the sources of device messages and the sockets; opens no
 * port. `/health/ready` answers 503 until `isReady` returns true.
 */
export async function createNetwork(
  deps: AppDeps,
  core: Core,
  { modules, isReady }: { readonly modules: readonly Module[]; readonly isReady: () => boolean },
): Promise<Network> {
  const { config, database, logger, clock, certificate, version, webRoot } = deps
  const { needs, authenticate } = core
  const metrics = createMetrics()
  const clockWatch = new ClockWatch({ database, clock, logger, metrics })
  const warnings = [clockWatch.warning, () => certificate?.warning(clock.now())]
  const trusts = trustedProxies(config.trustProxy)
  const foreign = foreignOf({ database, clock, authenticate })
  const notFound = webRoot === undefined ? undefined : pageOrNotFound(webRoot, foreign)
  const http = await createHttp({ logger, metrics, trusts, certificate, notFound, clock })
  await describeRoutes(http, version)
  const reaches = reachOfKiosks(deps)
  const limiter = new RateLimiter(clock, deps.rates)
  const { quick, heavy } = usualTurns(availableParallelism())
  const turns = { quick: new FairTurns(clock, quick), heavy: new FairTurns(clock, heavy) }
  registerModules(createRouter(http, { database, clock, authenticate, limiter, turns, reaches }), needs, modules)
  metrics.gauges(
    'calls_waiting',
    'Calls that wait for their turn',
    'class',
    () => new Map(Object.entries(turns).map(([name, { waiting }]) => [name, waiting])),
  )
  const { mqtt, sources } = await startSources(http, core)
  healthRoutes(http, version, {
    hasStarted: isReady,
    isDatabaseUp: database.isUp,
    isDiskFull: () => core.disk.isFull,
    isBehind: core.flow.isBehind,
    warning: () => warnings.map((read) => read()).find((text) => text !== undefined),
  })
  metricsRoute(http, metrics, config.metricsToken)
  await serveDocs(http)
  if (webRoot !== undefined) await servePages(http, webRoot, foreign)
  await http.ready()
  const news = new RecentNews(clock)
  const sockets = createSockets({
    ...listeners({ database, clock, authenticate, reaches, news, signingKey: needs.signingKey }),
    ...{ server: http.server, trusts, logger, clock, version },
  })
  const network = { http, mqtt, sources, sockets, news, metrics, clockWatch, warnings }
  addGauges(network, core)
  return network
}

/** Creates and starts the sources of device messages over HTTP and MQTT, which deliver to the flow. Opens no port. */
async function startSources(http: Http, { flow, needs }: Core): Promise<Pick<Network, 'mqtt' | 'sources'>> {
  const { database, logger, clock } = needs
  const commands = commandsTo(needs)
  const mqtt = createMqttSource({
    ...{ logger, clock, commands: commands.mqtt },
    subscribeToAccess: (changed, missed) => database.listen(DEVICE_ACCESS_CHANNEL, changed, missed),
  })
  const sources: readonly Source[] = [createHttpSource(http, commands.settingsOf), mqtt]
  for (const source of sources) await source.start(flow)
  return { mqtt, sources }
}

function addGauges({ metrics, sockets, mqtt }: Network, { disk, flow }: Core): void {
  metrics.gauge('events_waiting', 'Events of devices that wait for their commit', flow.waitingEvents)
  metrics.gauge('live_sockets', 'Open live connections', () => sockets.counts().sockets)
  metrics.gauge('mqtt_devices', 'Devices connected by MQTT', () => mqtt.connected())
  metrics.gauge('live_rooms', 'Rooms somebody is in', () => sockets.counts().rooms)
  metrics.gauge('disk_full', '1 while devices are refused because the disk has no room', () => Number(disk.isFull))
  const freeBytes = () => disk.freeBytes ?? Number.NaN
  metrics.gauge('disk_free_bytes', 'Free bytes on the disk of the embedded database', freeBytes)
}

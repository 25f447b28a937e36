import type { Server } from 'node:http'
import { createCore } from './app/core.ts'
import { createMaintenance } from './app/maintenance.ts'
import { modules } from './app/modules.ts'
import { createNetwork, type Network } from './app/network.ts'
import { createOpenPorts, naming, type Ports } from './app/ports.ts'
import type { AppDeps } from './app/settings.ts'
import { startWork } from './app/work.ts'
import type { Flow } from './flow/index.ts'

const loopback = '127.0.0.1'

export interface App {
  readonly flow: Flow
  /** Key with which device keys and session tokens are hashed; the same for all servers of an installation. */
  readonly signingKey: Buffer
  /** Delivers facts (up to 100 of each company), and sends all notices, mailed reports and mail that are due now. */
  settleMail(): Promise<void>
  /** Sends a request to the server without a network and returns the answer, for tests. */
  readonly inject: Network['http']['inject']
  /**
   * Opens the ports for browsers and devices and resolves to their numbers. Throws a start error that names the setting if a port
   * is taken.
   */
  listen(): Promise<Ports>
  /**
   * Makes `/health/ready` report success, starts the jobs, and submits checks that are due after an upgrade. To be called once.
   */
  ready(): void
  close(): Promise<void>
}

/**
 * Builds all parts of a server on a migrated database and starts its background work, except its jobs (`ready` starts them). It
 * opens no port (`listen` does) and never ends the process.
 */
export async function buildApp(deps: AppDeps): Promise<App> {
  const openPorts = createOpenPorts(deps)
  const core = await createCore(deps, openPorts)
  const { flow, needs } = core
  const maintenance = createMaintenance(needs)
  const all = [...modules, maintenance.module]
  let isReady = false
  const network = await createNetwork(deps, core, { modules: all, isReady: () => isReady })
  const { http, sources, sockets } = network
  const work = await startWork(deps, core, network, all)
  flow.start()
  return {
    flow,
    signingKey: needs.signingKey,
    settleMail: work.settleMail,
    inject: http.inject.bind(http),
    ready() {
      isReady = true
      needs.jobs.start()
      maintenance.submitChecks()
    },
    async listen() {
      const ports = await openAll(deps, network)
      openPorts.set(ports)
      return ports
    },
    async close() {
      isReady = false
      await sockets.close()
      await Promise.all([http.close(), ...sources.map((source) => source.stop()), work.stop(), needs.jobs.stop()])
      await work.stopMail()
      await flow.stop()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Opens the ports for HTTP and MQTT and returns their numbers. With a certificate it also opens the port for MQTT over TLS, and
 * unencrypted MQTT on this machine only.
 */
async function openAll({ config, certificate }: AppDeps, { http, mqtt }: Network): Promise<Ports> {
  const { host, port, mqttPort, mqttsPort = 8883 } = config
  await naming('PORT', port, http.listen({ host, port }))
  return {
    http: portOf(http.server),
    mqtt: await naming('MQTT_PORT', mqttPort, mqtt.listen(certificate ? loopback : host, mqttPort)),
    mqtts: certificate ? await naming('MQTTS_PORT', mqttsPort, mqtt.listen(host, mqttsPort, certificate)) : null,
  }
}

import type { Socket } from 'node:net'
import { MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { Aedes, type Client, type PublishPacket, type Subscription } from 'aedes'
import type { Logger } from '../../platform/logger.ts'
import { Sampled } from '../../platform/sampled.ts'
import type { Certificate } from '../../platform/tls.ts'
import { authorizePublish, limitConnect, type MqttDeps, refusal, watchAccess } from './access.ts'
import { Commands } from './commands.ts'
import { BEFORE_CONNECT_BYTES, CONNECT_MS, createPortListener, type PortListener } from './port-listener.ts'
import { boundSessions, type SessionStore } from './session-store.ts'
import { Sessions } from './sessions.ts'

export interface MqttBroker {
  /** Opens a port, which accepts only TLS if there is a certificate, and resolves to its number. */
  listen(host: string, port: number, certificate?: Certificate | undefined): Promise<number>
  /** Returns the number of open connections of signed-in devices. */
  connected(): number
  close(): Promise<void>
}

/** Largest size (bytes) of topic and header in a packet with the largest message. */
const HEADER_BYTES = 1024
/** Time (ms) for which a device may leave sent data unread before it is disconnected. */
const DRAIN_MS = 30_000

/**
 * Sends the refusal that a client of MQTT 5 understands: CONNACK 0x84, "Unsupported Protocol Version" (MQTT 5, section
 * 3.2.2.2). Does not close the connection.
 */
function refuseVersion5(client: Client): void {
  client.conn.write(Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]))
}

/**
 * Creates the embedded broker for devices (MQTT 3.1.1), without an open port. A message is acknowledged only after the flow has
 * stored and processed it, and is passed to no other client. A client of MQTT 5 is refused.
 */
export async function createMqttBroker(deps: MqttDeps): Promise<MqttBroker> {
  const sessions = new Sessions()
  const listeners: PortListener[] = []
  const listenerOf = new WeakMap<object, PortListener>()
  const allowFullSize = ({ conn }: Client) => listenerOf.get(conn)?.allowBytes(conn, MAX_MESSAGE_BYTES + HEADER_BYTES)
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MS,
    drainTimeout: DRAIN_MS,
    maxClientsIdLength: 128,
    heartbeatInterval: 60_000,
    preConnect: (client, packet, done) => {
      if (packet.protocolVersion === (5 as number)) {
        refuseVersion5(client)
        return done(new Error('MQTT 5 is not spoken here'), false)
      }
      listenerOf.get(client.conn)?.connectReceived(client.conn)
      limitConnect(packet)
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const session = { deviceUuid: (username ?? '').toLowerCase(), key: password?.toString() ?? '' }
      deps.deliver
        .authenticate(session.deviceUuid, session.key)
        .then(({ companyId, deviceId }) => {
          // Closed while it was being authenticated: nothing would remove the session later.
          if (client.closed) return done(refusal(null), false)
          const entering = { ...session, companyId, deviceId }
          if (!sessions.add(client, entering)) return done(refusal(null), false)
          allowFullSize(client)
          return kept.enter(client, entering).then(() => done(null, true))
        })
        .catch((error) => done(refusal(error), false))
    },
    authorizePublish: (client, packet, done) => authorizePublish(deps, sessions, client, packet, done),
    authorizeSubscribe: (client, subscription, done) => {
      // null: the subscription is refused, the connection stays.
      done(null, client !== null && kept.allowTopic(client, subscription.topic) ? subscription : null)
    },
  })
  const kept = boundSessions(aedes, sessions)
  skipDistribution(aedes)
  const commands = new Commands(deps.commands, deps.logger)
  const stopCommands = await commands.start()
  serveCommands(aedes, { sessions, kept }, commands)
  removeClosedSessions(aedes, sessions, deps.logger)
  const stopRecheck = await watchAccess(deps, sessions)

  const clients = new WeakMap<Socket, Client>()
  const enter = (socket: Socket) => {
    const client = aedes.handle(socket)
    clients.set(socket, client)
    socket.once('close', () => sessions.remove(client))
  }
  const refuseStranger = refusalOfStrangers(deps)
  const tooLarge = (socket: Socket, bytes: number) => {
    const session = sessions.of(clients.get(socket) ?? null)
    if (session === undefined) return refuseStranger(socket.remoteAddress ?? 'unknown', bytes)
    deps.deliver.noteRefusal(session, `A message of ${bytes} bytes is over ${MAX_MESSAGE_BYTES}`)
  }
  return {
    listen: (host, port, certificate) => {
      const listener: PortListener = createPortListener(certificate, {
        enter: (socket) => {
          listenerOf.set(socket, listener)
          enter(socket)
        },
        tooLarge,
      })
      listeners.push(listener)
      return listener.listen(host, port)
    },
    connected: () => sessions.size,
    close: async () => {
      await Promise.all([stopCommands(), stopRecheck()])
      await new Promise<void>((resolve) => aedes.close(resolve))
      await Promise.all(listeners.map((listener) => listener.close()))
    },
  }
}

/**
 * Returns a function that logs a too large packet of a connection that has not signed in: at most one line per address and
 * minute.
 */
function refusalOfStrangers({
  clock,
  logger,
}: Pick<MqttDeps, 'clock' | 'logger'>): (ip: string, bytes: number) => void {
  const strangers = new Sampled(clock)
  return (ip, bytes) => {
    const { isLogged, omitted } = strangers.take(ip)
    const reason = `A packet of ${bytes} bytes before the sign-in of a device is over ${BEFORE_CONNECT_BYTES}`
    if (isLogged) logger.warn({ ip, reason, omitted }, 'A connection of a stranger was closed')
  }
}

function removeClosedSessions(aedes: Aedes, sessions: Sessions, logger: Logger): void {
  aedes.on('clientDisconnect', (client) => sessions.remove(client))
  aedes.on('clientError', (_client, error) => logger.debug({ reason: error.message }, 'An MQTT client failed'))
  aedes.on('connectionError', (_client, error) => logger.debug({ reason: error.message }, 'An MQTT connection failed'))
}

/**
 * Replaces the broker's distribution of messages from devices by none: these are already stored and processed, and nobody may
 * subscribe to them, so a search for subscribers would find none. Commands from this server to devices are distributed as usual.
 */
function skipDistribution(aedes: Aedes): void {
  type Done = (error?: Error) => void
  // Signature with which the broker calls it, with the sending device in the middle.
  type Publish = (packet: PublishPacket, from: Client | Done, done?: Done) => void
  const distribute = aedes.publish.bind(aedes)
  const publish: Publish = (packet, from, done) => {
    if (typeof from === 'function') distribute(packet, from)
    else done?.()
  }
  aedes.publish = publish
}

/** Client with its subscriptions by topic, including those of an earlier session; the library's types lack this field. */
type WithSubscriptions = Client & { readonly subscriptions?: Readonly<Record<string, Pick<Subscription, 'qos'>>> }

/**
 * Sends a device its commands when it subscribes, and when it reconnects to a session with a subscription. Stops when it
 * unsubscribes or disconnects, and passes on its confirmations.
 */
function serveCommands(
  aedes: Aedes,
  { sessions, kept }: { readonly sessions: Sessions; readonly kept: SessionStore },
  commands: Commands,
): void {
  const listen = (client: Client, topic: string, qos: Subscription['qos']) => {
    const session = sessions.of(client)
    if (session && kept.isSubscribed(client, topic))
      commands.listen({ companyId: session.companyId, deviceId: session.deviceId, client, topic, qos })
  }
  const leave = (client: Client) => {
    const session = sessions.of(client)
    if (session) commands.leave(session.deviceId, client)
  }
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) listen(client, topic, qos)
  })
  aedes.on('clientReady', (client) => {
    for (const [topic, { qos }] of Object.entries((client as WithSubscriptions).subscriptions ?? {}))
      listen(client, topic, qos)
  })
  aedes.on('ack', (packet, client) => {
    const session = sessions.of(client)
    if (session) commands.received(client, session.deviceId, payloadOf(packet))
  })
  aedes.on('unsubscribe', (_topics, client) => leave(client))
  aedes.on('clientDisconnect', leave)
}

/**
 * Returns the payload of a confirmed packet; undefined if the broker does not have the packet, as for a session that it does not
 * keep.
 */
function payloadOf(packet: unknown): Buffer | undefined {
  const { payload } = (packet ?? {}) as { readonly payload?: unknown }
  return Buffer.isBuffer(payload) ? payload : undefined
}

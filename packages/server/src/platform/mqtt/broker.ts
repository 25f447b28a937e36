import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { commandsTopic, eventsTopic, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { Aedes, type AuthenticateError, type Client, type PublishPacket, type Subscription } from 'aedes'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { type CommandSource, Commands, type MqttDevice } from './commands.ts'
import { PacketGuard } from './packet-guard.ts'

export interface MqttDeps {
  readonly logger: Logger
  /** Throws the errors of the closed list. */
  readonly authenticate: (deviceUuid: string, key: string) => Promise<MqttDevice>
  /** Resolves after the commit. */
  readonly receive: (message: {
    deviceUuid: string
    key: string
    body: Buffer
    ip: string
    transport: 'mqtt'
  }) => Promise<unknown>
  /** Notes on the device why a message of it was refused. */
  readonly noteRefusal: (device: MqttDevice, reason: string) => void
  readonly commands: CommandSource
}

export interface MqttBroker {
  listen(host: string, port: number): Promise<{ port: number }>
  close(): Promise<void>
}

interface Session extends MqttDevice {
  readonly deviceUuid: string
  readonly key: string
}

/** Topic and header of a packet around the largest message. */
const HEADER_BYTES = 1024
const BEFORE_CONNECT_BYTES = 4096
/** How long a message waits for the database or for the device's allowance before its connection is closed. */
const PATIENCE_MS = 60_000
const CONNECT_MS = 10_000

/** The embedded broker: MQTT 3.1.1 for devices. A message is acknowledged once it is stored and told, and not before. */
export async function createMqttBroker(deps: MqttDeps): Promise<MqttBroker> {
  const sessions = new WeakMap<Client, Session>()
  const guards = new WeakMap<Client, PacketGuard>()
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MS,
    maxClientsIdLength: 128,
    heartbeatInterval: 60_000,
    preConnect: (client, packet, done) => {
      if (packet.protocolVersion === (5 as number)) {
        refuseVersion5(client)
        return done(new Error('MQTT 5 is not spoken here'), false)
      }
      // A name is its device's own: nobody disconnects another device by taking its client id.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId}`
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const key = password?.toString() ?? ''
      const deviceUuid = (username ?? '').toLowerCase()
      deps.authenticate(deviceUuid, key).then(
        ({ companyId, deviceId }) => {
          sessions.set(client, { companyId, deviceId, deviceUuid, key })
          const guard = guards.get(client)
          if (guard !== undefined) guard.limitBytes = MAX_MESSAGE_BYTES + HEADER_BYTES
          done(null, true)
        },
        (error) => done(refusal(error), false),
      )
    },
    authorizePublish: (client, packet, done) => {
      const session = client === null ? undefined : sessions.get(client)
      if (client === null || session === undefined || packet.topic.toLowerCase() !== eventsTopic(session.deviceUuid)) {
        return done(new Error('A device publishes to its own topic only'))
      }
      // Nothing is handed on to subscribers or kept by the broker: what counts is stored by the flow.
      packet.retain = false
      const body = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      storePatiently(deps, client, {
        deviceUuid: session.deviceUuid,
        key: session.key,
        body,
        ip: addressOf(client),
        transport: 'mqtt',
      }).then(
        () => done(),
        (error) => {
          deps.logger.info(
            { companyId: session.companyId, deviceId: session.deviceId, reason: String(error) },
            'A connection is closed',
          )
          done(error)
        },
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.get(client)
      const own = session !== undefined && subscription.topic.toLowerCase() === commandsTopic(session.deviceUuid)
      // null: the subscription is refused, the connection stays.
      done(null, own ? subscription : null)
    },
  })
  keepToItself(aedes)
  const commands = new Commands(deps.commands, deps.logger)
  const stopCommands = await commands.start()
  passCommands(aedes, sessions, commands)
  aedes.on('clientError', (_client, error) => deps.logger.debug({ reason: error.message }, 'An MQTT client failed'))
  aedes.on('connectionError', (_client, error) =>
    deps.logger.debug({ reason: error.message }, 'An MQTT connection failed'),
  )

  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const guard = new PacketGuard(BEFORE_CONNECT_BYTES)
    const client = watch(
      socket,
      guard,
      (bytes) => {
        const session = sessions.get(client)
        const reason = `A message of ${bytes} bytes is over ${MAX_MESSAGE_BYTES}`
        deps.logger.warn({ deviceId: session?.deviceId, reason }, 'A message was refused and its connection closed')
        if (session !== undefined) deps.noteRefusal(session, reason)
      },
      () => aedes.handle(socket),
    )
    guards.set(client, guard)
  })
  return {
    listen: (host, port) => listening(server, host, port),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await stopCommands()
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/**
 * What a device says is stored and told by then, and nobody may subscribe to it: looking for subscribers, as the broker
 * does after each acknowledgement, would find none. What has no device behind it (commands to devices) goes its way.
 */
function keepToItself(aedes: Aedes): void {
  type Done = (error?: Error) => void
  // As the broker itself calls it, with the device in the middle.
  type Publish = (packet: PublishPacket, from: Client | Done, done?: Done) => void
  const distribute = aedes.publish.bind(aedes)
  const publish: Publish = (packet, from, done) => {
    if (typeof from === 'function') distribute(packet, from)
    else done?.()
  }
  aedes.publish = publish
}

/** By topic; those of an earlier session included. The library's types leave it out. */
type WithSubscriptions = Client & { readonly subscriptions?: Readonly<Record<string, Pick<Subscription, 'qos'>>> }

/** A device is told what is asked of it when it subscribes, and when it comes back to a session in which it had. */
function passCommands(aedes: Aedes, sessions: WeakMap<Client, Session>, commands: Commands): void {
  const listen = (client: Client, topic: string, qos: Subscription['qos']) => {
    const session = sessions.get(client)
    if (session && topic.toLowerCase() === commandsTopic(session.deviceUuid))
      commands.listen({ companyId: session.companyId, deviceId: session.deviceId, client, topic, qos })
  }
  const leave = (client: Client) => {
    const session = sessions.get(client)
    if (session) commands.leave(session.deviceId, client)
  }
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) listen(client, topic, qos)
  })
  aedes.on('clientReady', (client) => {
    for (const [topic, { qos }] of Object.entries((client as WithSubscriptions).subscriptions ?? {}))
      listen(client, topic, qos)
  })
  aedes.on('unsubscribe', (_topics, client) => leave(client))
  aedes.on('clientDisconnect', leave)
}

/** Too fast, or the database away: the device hears nothing yet, and so keeps its message. Anything else is final. */
async function storePatiently(
  deps: MqttDeps,
  client: Client,
  message: Parameters<MqttDeps['receive']>[0],
): Promise<void> {
  for (let waitedMs = 0; ; ) {
    try {
      await deps.receive(message)
      return
    } catch (error) {
      const retryAfterS = error instanceof AppError ? error.retryAfterS : undefined
      if (retryAfterS === undefined || client.closed || waitedMs >= PATIENCE_MS) throw error
      const pauseMs = Math.min(retryAfterS * 1000, PATIENCE_MS - waitedMs)
      waitedMs += pauseMs
      await delay(pauseMs)
    }
  }
}

/** Sees every chunk before the broker does; one that announces too large a packet ends the connection. */
function watch(socket: Socket, guard: PacketGuard, tooLarge: (bytes: number) => void, handle: () => Client): Client {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    const bytes = chunk === null ? null : guard.feed(chunk)
    if (bytes === null) return chunk
    tooLarge(bytes)
    socket.destroy()
    return null
  }
  return handle()
}

/** CONNACK of version 5 with 0x84, "Unsupported Protocol Version" (MQTT 5, section 3.2.2.2). */
function refuseVersion5(client: Client): void {
  client.conn.write(Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]))
}

function refusal(error: unknown): AuthenticateError {
  const away = error instanceof AppError && error.status === 503
  // 3: server unavailable; 4: bad user name or password, and no hint which.
  return Object.assign(new Error(away ? 'Server unavailable' : 'Bad user name or password'), {
    returnCode: away ? 3 : 4,
  })
}

function addressOf(client: Client): string {
  return 'remoteAddress' in client.conn ? String(client.conn.remoteAddress) : ''
}

function listening(server: Server, host: string, port: number): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' && address !== null ? address.port : port })
    })
  })
}

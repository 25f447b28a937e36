import { setTimeout as delay } from 'node:timers/promises'
import { eventsTopic } from '@millwatch/contract/devices'
import type { AedesPublishPacket, AuthenticateError, Client, ConnectPacket, PublishPacket } from 'aedes'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { CommandSource, MqttDevice } from './commands.ts'
import { readAccessChange, type Session, type Sessions } from './sessions.ts'

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
  readonly access: AccessChanges
}

/** Where it is heard that a key was taken away, a device switched off or a company suspended, on whichever server. */
export interface AccessChanges {
  /** What is known of devices is asked anew from here on. */
  readonly forget: () => void
  /** Calls `changed` with a payload of the channel, `missed` when some may have been. The result stops it. */
  readonly hear: (changed: (payload: string) => void, missed: () => void) => Promise<() => Promise<void>>
}

/** How long a message waits for the database or for the device's allowance before its connection is closed. */
const PATIENCE_MS = 60_000
/** A device that says nothing for one and a half times as long is gone, whatever it promised. */
const LONGEST_KEEP_ALIVE_S = 1200
/** Between two looks whether those who are connected still may be; what is announced is looked at at once. */
const RECHECK_MS = 4000

/** What a connection asks for is made to fit, before the broker keeps any of it. */
export function tame(packet: ConnectPacket): void {
  // A name is its device's own: nobody disconnects another device by taking its client id.
  packet.clientId = `${packet.username ?? ''}/${packet.clientId}`
  packet.keepalive = Math.min(packet.keepalive || LONGEST_KEEP_ALIVE_S, LONGEST_KEEP_ALIVE_S)
  // What it may not say while it lives it may not say when it dies either.
  if (packet.will?.topic.toLowerCase() !== eventsTopic((packet.username ?? '').toLowerCase())) delete packet.will
}

type Done = (error?: Error | null) => void

export function authorizePublish(
  deps: MqttDeps,
  sessions: Sessions,
  client: Client | null,
  packet: AedesPublishPacket | PublishPacket,
  done: Done,
): void {
  const session = sessions.of(client)
  if (client === null || session === undefined || packet.topic.toLowerCase() !== eventsTopic(session.deviceUuid)) {
    done(new Error('A device publishes to its own topic only'))
    return
  }
  // Nothing is handed on to subscribers or kept by the broker: what counts is stored by the flow.
  packet.retain = false
  const { companyId, deviceId, deviceUuid, key } = session
  const body = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
  storePatiently(deps, client, { deviceUuid, key, body, ip: addressOf(client), transport: 'mqtt' }).then(
    () => done(),
    (error) => {
      deps.logger.info({ companyId, deviceId, reason: String(error) }, 'A connection is closed')
      done(error)
    },
  )
}

/** Ends the connections of who may not be connected any more: at once when it is announced, else within seconds. */
export async function watchAccess(deps: MqttDeps, sessions: Sessions): Promise<() => Promise<void>> {
  const isRefused = ({ deviceUuid, key }: Session) =>
    deps.authenticate(deviceUuid, key).then(
      () => false,
      // A directory that could not be asked says nothing about the device.
      (error) => error instanceof AppError && error.status === 401,
    )
  const recheck = (about?: Parameters<Sessions['recheck']>[1]) => {
    sessions.recheck(isRefused, about).catch((error) => deps.logger.warn({ err: error }, 'Devices were not checked'))
  }
  const stop = await deps.access.hear(
    (payload) => {
      deps.access.forget()
      recheck(readAccessChange(payload))
    },
    () => {
      deps.access.forget()
      recheck()
    },
  )
  const timer = setInterval(() => recheck(), RECHECK_MS)
  return async () => {
    clearInterval(timer)
    await stop()
  }
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

/** CONNACK of version 5 with 0x84, "Unsupported Protocol Version" (MQTT 5, section 3.2.2.2). */
export function refuseVersion5(client: Client): void {
  client.conn.write(Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]))
}

export function refusal(error: unknown): AuthenticateError {
  const away = error instanceof AppError && error.status === 503
  // 3: server unavailable; 4: bad user name or password, and no hint which.
  return Object.assign(new Error(away ? 'Server unavailable' : 'Bad user name or password'), {
    returnCode: away ? 3 : 4,
  })
}

function addressOf(client: Client): string {
  return 'remoteAddress' in client.conn ? String(client.conn.remoteAddress) : ''
}

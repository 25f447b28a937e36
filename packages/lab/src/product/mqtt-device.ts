import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventsTopic } from '@millwatch/contract/devices'

const CONNACK = 2
const PUBACK = 4
const CONNECT_WITHIN_MS = 60_000

/**
 * MQTT 3.1.1 client that acts as one device towards a broker on 127.0.0.1, without TLS, keep-alive and reconnecting. It
 * only publishes, with QoS 1, to the events topic of the device. It is small, so that one process can open a thousand.
 */
export class MqttDevice {
  readonly #socket: Socket
  readonly #topic: Buffer
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  #packetId = 0
  #rest: Buffer = Buffer.alloc(0)
  #closed = false
  #connected: ((code: number) => void) | undefined

  private constructor(socket: Socket, topic: string) {
    this.#socket = socket
    this.#topic = Buffer.from(topic)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => this.#end())
  }

  /**
   * Connects to the broker and resolves when it accepts the device. Rejects if the broker refuses the device, cannot be reached,
   * closes the connection, or does not answer within `withinMs`.
   */
  static async connect(
    port: number,
    { uuid, key }: { uuid: string; key: string },
    withinMs = CONNECT_WITHIN_MS,
  ): Promise<MqttDevice> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const limit = setTimeout(() => socket.destroy(new Error('The broker does not answer')), withinMs)
    try {
      await once(socket, 'connect')
      return await MqttDevice.#admitted(socket, { uuid, key })
    } finally {
      clearTimeout(limit)
    }
  }

  static async #admitted(socket: Socket, { uuid, key }: { uuid: string; key: string }): Promise<MqttDevice> {
    const device = new MqttDevice(socket, eventsTopic(uuid))
    const code = await new Promise<number>((resolve) => {
      device.#connected = resolve
      socket.write(connectPacket(uuid, key))
    })
    if (code === 0) return device
    socket.destroy()
    throw new Error(code < 0 ? 'The connection was closed' : `The broker refused with ${code}`)
  }

  get isOpen(): boolean {
    return !this.#closed
  }

  /**
   * Publishes a message with QoS 1 and resolves at its acknowledgement. Rejects if the connection is closed already or ends
   * before that.
   */
  publish(payload: Buffer): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The connection was closed'))
    this.#packetId = (this.#packetId % 65_535) + 1
    const id = this.#packetId
    this.#socket.cork()
    this.#socket.write(publishHeader(this.#topic, id, payload.length))
    this.#socket.write(payload)
    this.#socket.uncork()
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  close(): void {
    this.#socket.destroy()
    this.#end()
  }

  #read(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    // A packet to a device without subscriptions has two bytes of header and at most two of body.
    while (data.length >= 2 && data.length >= 2 + (data[1] as number)) {
      const kind = (data[0] as number) >> 4
      if (kind === CONNACK) this.#connected?.(data[3] as number)
      if (kind === PUBACK) this.#acknowledged(data.readUInt16BE(2))
      data = data.subarray(2 + (data[1] as number))
    }
    this.#rest = data
  }

  #acknowledged(id: number): void {
    this.#waiting.get(id)?.resolve()
    this.#waiting.delete(id)
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#connected?.(-1)
    for (const { reject } of this.#waiting.values()) reject(new Error('The connection was closed'))
    this.#waiting.clear()
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function lengthOf(bytes: number): Buffer {
  const digits: number[] = []
  for (let left = bytes; digits.length === 0 || left > 0; left >>= 7)
    digits.push(left > 127 ? (left & 127) | 128 : left)
  return Buffer.from(digits)
}

/** Builds the connect packet: clean session, user name and password, no keep-alive (MQTT 3.1.1, section 3.1). */
function connectPacket(uuid: string, key: string): Buffer {
  const flags = 0b1100_0010
  const body = Buffer.concat([text('MQTT'), Buffer.from([4, flags, 0, 0]), text(`mw-${uuid}`), text(uuid), text(key)])
  return Buffer.concat([Buffer.from([0x10]), lengthOf(body.length), body])
}

function publishHeader(topic: Buffer, id: number, payloadBytes: number): Buffer {
  const length = lengthOf(2 + topic.length + 2 + payloadBytes)
  const header = Buffer.allocUnsafe(1 + length.length + 2 + topic.length + 2)
  header[0] = 0x32
  length.copy(header, 1)
  header.writeUInt16BE(topic.length, 1 + length.length)
  topic.copy(header, 3 + length.length)
  header.writeUInt16BE(id, 3 + length.length + topic.length)
  return header
}

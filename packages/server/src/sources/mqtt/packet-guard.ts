/**
 * Reader of a stream of MQTT packets that looks at their announced lengths only. A packet that is too large is thus found at its
 * header, before any of it is kept (MQTT 3.1.1, section 2.2.3).
 */
export class PacketGuard {
  #limitBytes: number
  #state: 'type' | 'length' | 'body' = 'type'
  #lengthBytes = 0
  #length = 0
  #left = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  set limitBytes(bytes: number) {
    this.#limitBytes = bytes
  }

  /**
   * Reads the next bytes of the stream. Returns the announced length (bytes, without the header) of the first packet over the
   * limit; null if there is none.
   */
  feed(chunk: Buffer): number | null {
    for (let at = 0; at < chunk.length; ) {
      if (this.#state === 'body') {
        const skipped = Math.min(this.#left, chunk.length - at)
        this.#left -= skipped
        at += skipped
        if (this.#left === 0) this.#state = 'type'
        continue
      }
      const byte = chunk[at++] as number
      if (this.#state === 'type') {
        this.#state = 'length'
        this.#lengthBytes = 0
        this.#length = 0
        continue
      }
      this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes++
      if (this.#length > this.#limitBytes) return this.#length
      if ((byte & 0x80) !== 0 && this.#lengthBytes < 4) continue
      this.#left = this.#length
      this.#state = this.#left === 0 ? 'type' : 'body'
    }
    return null
  }
}

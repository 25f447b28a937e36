import { createHash } from 'node:crypto'

/**
 * Largest number of sessions of a device that the broker keeps: twice the connections that a device may have, so that one is
 * always free.
 */
export const MOST_KEPT = 16

/**
 * Numbers from 0 to 15 for the client ids of each device, under which the broker keeps their sessions. Otherwise a device that
 * connects with ever new client ids would fill the memory.
 */
export class KeptSessions {
  /** Numbers by hash of the client id, by device; the client id used last is at the end. */
  readonly #ofDevice = new Map<number, Map<string, number>>()

  /**
   * Returns the number of a client id of a device. A new client id gets a free number, or that of the client id that is not
   * connected and was not used for the longest time. Then `isNew` is true, and no data of an earlier session may stay under this
   * number. Throws if all 16 are connected.
   */
  take(
    deviceId: number,
    clientId: string,
    isConnected: (number: number) => boolean,
  ): { readonly number: number; readonly isNew: boolean } {
    const key = createHash('sha256').update(clientId).digest('base64url')
    const numbers = this.#ofDevice.get(deviceId) ?? new Map<string, number>()
    this.#ofDevice.set(deviceId, numbers)
    const ofClientId = numbers.get(key)
    const number = ofClientId ?? freeNumber(numbers, isConnected)
    numbers.delete(key)
    numbers.set(key, number)
    return { number, isNew: ofClientId === undefined }
  }
}

function freeNumber(numbers: Map<string, number>, isConnected: (number: number) => boolean): number {
  if (numbers.size < MOST_KEPT) return numbers.size
  const oldest = [...numbers].find(([, number]) => !isConnected(number))
  if (oldest === undefined) throw new Error('A device has more connections than kept sessions')
  numbers.delete(oldest[0])
  return oldest[1]
}

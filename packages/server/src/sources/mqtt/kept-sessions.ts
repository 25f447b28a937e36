import { createHash } from 'node:crypto'

/** Sessions of a device that the broker keeps: twice the connections that a device may have, so that one is always free. */
export const MOST_KEPT = 16

/**
 * Gives each client id of a device a number below 16, under which the broker keeps its session. Otherwise a device that
 * connects with ever new client ids would fill the memory.
 */
export class KeptSessions {
  /** Numbers by hash of the client id, the one used last at the end. */
  readonly #ofDevice = new Map<number, Map<string, number>>()

  /**
   * Returns the number of a client id. A new client id gets a free number, or that of the client id that was not used for the
   * longest time and is not connected; then `isNew` is true, and nothing of an earlier session may stay.
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
